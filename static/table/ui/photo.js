// A picture of the paper sheet: taken here, made smaller, and kept on this phone until the
// desk has it. The queue has its key alone; the picture lies beside it, in a database of its
// own, as the queue is read every few seconds.
var Table = Table || {};
Table.pages = Table.pages || {};

(() => {
  "use strict";

  const { html, Page } = Table;
  const { useEffect, useState } = Table.hooks;
  const NAME = "valat-pictures";
  const STORE = "pictures"; // { bytes, at } by the key of the write
  const PATIENCE = 180000; // ms for one on a bad network
  const LONGEST = 2000; // px of its longer side; the desk keeps no more
  const QUALITY = 0.8;
  const LARGEST = 15 << 20; // bytes
  const A_WHILE = 5000; // ms
  const OLD = 3600000; // ms; younger ones may be another tab's, that queues them now
  const GONE = say("This phone no longer has the photo. Take it again.");
  const FULL = say(
    "This phone is out of space, so the photo wasn’t saved. Free up some space and take it again.",
  );
  const TOO_LARGE = say("The file is larger than 15 MB. Use a smaller image.");
  const here = new Map(); // where the phone keeps nothing, for this page

  // --- What is kept

  const upgrade = (db) => db.createObjectStore(STORE);

  // Work on the database, and once more on a new connection: iOS cuts those of pages that slept.
  const onDisk = async (work) => {
    const once = async () => {
      const db = await idb.openDB(NAME, 1, { upgrade });
      try {
        return await work(db);
      } finally {
        db.close();
      }
    };
    try {
      return await once();
    } catch (_error) {
      return once();
    }
  };

  const keep = async (key, bytes) => {
    try {
      await onDisk((db) => db.put(STORE, { bytes, at: Date.now() }, key));
    } catch (error) {
      if (error && error.name === "QuotaExceededError") throw new Error(FULL);
      here.set(key, bytes);
    }
  };

  const find = async (key) => {
    if (here.has(key)) return here.get(key);
    const kept = await onDisk((db) => db.get(STORE, key));
    return kept && kept.bytes;
  };

  const forget = (key) => {
    here.delete(key);
    return onDisk((db) => db.delete(STORE, key)).catch(() => {});
  };

  // Away with what no queue of this phone speaks of any more.
  const sweep = async ({ store }) => {
    const queued = await store.onDisk((db) => db.getAll("outbox"));
    if (!queued) return;
    const wanted = queued.map(({ key }) => key);
    await onDisk(async (db) => {
      for (const key of await db.getAllKeys(STORE)) {
        const { at } = await db.get(STORE, key);
        if (!wanted.includes(key) && Date.now() - at > OLD) await db.delete(STORE, key);
      }
    });
  };

  // --- On its way

  // The queue forgets what is saved before the picture goes.
  Table.tellPicture = async (tell, to, body) => {
    let bytes = null;
    try {
      bytes = await find(body.key);
    } catch (_error) {
      return { kind: "lost" }; // the phone does not open it just now
    }
    if (!bytes) return { kind: "refused", status: 422, message: GONE, problems: [], state: null };
    const form = new FormData();
    form.append("key", body.key);
    form.append("photo", new Blob([bytes], { type: "image/jpeg" }), "sheet.jpg");
    const answer = await tell(to, body, form, PATIENCE);
    if (answer.kind === "saved") setTimeout(forget, A_WHILE, body.key);
    return answer;
  };

  // As large as the desk keeps it, upright; as it is where this phone cannot read it.
  const smaller = async (file) => {
    try {
      const image = await createImageBitmap(file);
      const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(image.height * scale);
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#fff"; // paper, where a picture lets it through
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      image.close();
      const made = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
      return made && made.size < file.size ? made : file;
    } catch (_error) {
      return file;
    }
  };

  const attach = async (engine, file) => {
    const picture = await smaller(file);
    if (picture.size > LARGEST) throw new Error(TOO_LARGE);
    const key = Table.newKey();
    await keep(key, await new Response(picture).arrayBuffer());
    return engine.attachPicture(key);
  };

  // --- The page

  const Take = ({ look, camera, onFile, wait, children }) => {
    const chosen = ({ target }) => {
      const [file] = target.files;
      if (file) onFile(file);
      target.value = ""; // the same one may be chosen again
    };
    return html`<label class=${`btn camera ${look}`} aria-disabled=${wait}>
      ${children}
      <input type="file" accept="image/*" capture=${camera && "environment"} disabled=${wait}
        aria-label=${children} onChange=${chosen} />
    </label>`;
  };

  const isPicture = ({ to }) => to === "photos/";

  const Photo = ({ table }) => {
    const { engine, now } = table;
    const { sheet } = now.state;
    const [busy, setBusy] = useState(false);
    const [failed, setFailed] = useState("");
    const [taken, setTaken] = useState([]);
    useEffect(() => {
      sweep(engine).catch(() => {});
    }, []);
    const onFile = (file) => {
      setBusy(true);
      setFailed("");
      const done = (key) => setTaken((keys) => keys.concat(key));
      const wrong = ({ message }) => setFailed(message);
      attach(engine, file)
        .then(done, wrong)
        .then(() => setBusy(false));
    };
    const waits = now.queue.filter(isPicture).length;
    const isThere = (key) => !now.queue.some((each) => each.key === key);
    const there = taken.filter(isThere).length;
    const refused = now.stuck.some((each) => isPicture(each) && !each.waits);
    const may = now.mayWrite && sheet.photos;
    if (!may) return html`<${Table.pages.shut} table=${table} />`;
    return html`<${Page}
      title=${say("Photo of the paper sheet")}
      lead=${say("Only the desk sees the photo.")}
      bar=${html`
        <${Take} look="btn-main" camera wait=${busy} onFile=${onFile}>${say("Take photo")}<//>
        <${Take} look="" wait=${busy} onFile=${onFile}>${say("Choose a photo")}<//>`}
    >
      <p>${say("Lay the sheet flat in good light. Get the whole sheet in the photo.")}</p>
      ${failed && html`<p class="error" role="alert">${failed}</p>`}
      <div role="status" class="stack stack-tight">
        ${busy && html`<p class="note">${say("Making the photo smaller…")}</p>`}
        ${
          refused
            ? html`<p class="note note-wrong">
                <a href="#stuck">${say("The desk didn’t accept a photo. See why")}</a></p>`
            : waits > 0 &&
              html`<p class="note note-waits">${sayMany(
                "{n} photo is saved on this phone and will be sent automatically.",
                "{n} photos are saved on this phone and will be sent automatically.",
                waits,
              )}</p>`
        }
        ${
          there > 0 &&
          html`<p class="note note-right">${sayMany(
            "The photo has reached the desk.",
            "{n} photos have reached the desk.",
            there,
          )}</p>`
        }
      </div>
    <//>`;
  };

  Object.assign(Table.pages, { photo: Photo });
})();
