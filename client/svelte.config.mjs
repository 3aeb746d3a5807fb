// Used by the build and by svelte-check. Styles go into a separate file, which is the default. The page's security
// policy forbids scripts to fill <style>, so "css" must never be "injected".
export default {
  compilerOptions: {
    runes: true,
    // By default the names of classes depend on the folder of the checkout; the same sources should give the same page.
    cssHash: ({ hash, css }) => `s${hash(css)}`,
  },
};
