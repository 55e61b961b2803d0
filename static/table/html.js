// Markup in template strings, and Preact's hooks, under the names the pages use.
var Table = Table || {};

Table.html = htm.bind(preact.h);
Table.hooks = preactHooks;
