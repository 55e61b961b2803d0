// The keys by which a phone and each of its writes are known: sent twice is one write.
var Table = Table || {};

(() => {
  "use strict";

  const BYTES = 16;
  const inHex = (byte) => byte.toString(16).padStart(2, "0");

  // 32 hexadecimal digits. randomUUID would need a secure context, which plain http in a
  // hall is not.
  Table.newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), inHex).join("");
})();
