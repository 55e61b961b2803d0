// The page is readable in the phone's own letters; ours come after the script, which they
// would hold up by half a second on a bad network.
(() => {
  "use strict";

  const fonts = document.getElementById("fonts");
  if (fonts) fonts.media = "all";
})();
