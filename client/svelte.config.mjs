// Used by the build and by svelte-check. Styles go into a separate file, which is the default. The page's security
// policy forbids scripts to fill <style>, so "css" must never be "injected".
export default {
  compilerOptions: { runes: true },
};
