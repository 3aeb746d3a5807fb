// Read by the build and by svelte-check alike. Styles go to a file of their own, which is the default: the page's
// security policy refuses whatever a script would put into <style>, so "css" must never be "injected".
export default {
  compilerOptions: { runes: true },
};
