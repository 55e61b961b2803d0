// The picture of a paper sheet beside its fields: larger, turned, the next one, by key
// and by tap, and a new one attached without leaving what is typed. Without this script
// the pictures stand below one another, and attaching one loads the page anew.
(() => {
  const SIZES = ["1", "2", "3"]; // the width of the view, twice, three times; valat.css
  const viewOf = () => document.querySelector("[data-view]");
  const picturesOf = (view) => [...view.querySelectorAll("[data-picture]")];
  const shownIn = (view) => picturesOf(view).find((picture) => !picture.hidden);

  // The place under a point (parts of the view, 0 to 1) stays there while sizes change.
  const keepPlace = (view, across, down, change) => {
    const x = (view.scrollLeft + across * view.clientWidth) / view.scrollWidth;
    const y = (view.scrollTop + down * view.clientHeight) / view.scrollHeight;
    change();
    view.scrollLeft = x * view.scrollWidth - across * view.clientWidth;
    view.scrollTop = y * view.scrollHeight - down * view.clientHeight;
  };

  const larger = (view, across = 0.5, down = 0.5) => {
    const next = (SIZES.indexOf(view.dataset.size || "1") + 1) % SIZES.length;
    keepPlace(view, across, down, () => {
      view.dataset.size = SIZES[next];
    });
  };

  // A turned picture is drawn anew: a rotated element would keep its old place and size.
  const draw = (picture) => {
    const image = picture.querySelector("img");
    const turned = Number(picture.dataset.turned || 0);
    const old = picture.querySelector("canvas");
    if (old) old.remove();
    image.hidden = turned !== 0;
    if (!turned) return;
    const canvas = document.createElement("canvas");
    const [wide, high] = [image.naturalWidth, image.naturalHeight];
    [canvas.width, canvas.height] = turned % 2 ? [high, wide] : [wide, high];
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", image.alt);
    const pen = canvas.getContext("2d");
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate((turned * Math.PI) / 2);
    pen.drawImage(image, -wide / 2, -high / 2);
    image.after(canvas);
  };

  const turn = (view) => {
    const picture = shownIn(view);
    const image = picture.querySelector("img");
    if (!image.naturalWidth) {
      // Not here yet: turned once it is.
      image.addEventListener("load", () => turn(view), { once: true });
      return;
    }
    picture.dataset.turned = (Number(picture.dataset.turned || 0) + 1) % 4;
    draw(picture);
  };

  const show = (view, at) => {
    for (const [n, picture] of picturesOf(view).entries()) picture.hidden = n !== at;
    const removals = document.querySelectorAll("#paper [data-remove]");
    for (const [n, removal] of removals.entries()) removal.hidden = n !== at;
    view.scrollTo(0, 0);
  };

  const other = (view) => {
    const all = picturesOf(view);
    show(view, (all.indexOf(shownIn(view)) + 1) % all.length);
  };

  // Scripts are here: the tools work, one picture at a time, the newest first.
  const wake = () => {
    const view = viewOf();
    if (view) {
      document.querySelector("[data-tools]").hidden = false;
      show(view, picturesOf(view).length - 1);
    }
    for (const send of document.querySelectorAll("[data-photo] [data-send]:not([data-again])")) {
      send.hidden = true;
    }
  };
  document.addEventListener("DOMContentLoaded", wake);
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id === "paper") wake();
  });

  document.addEventListener("click", (event) => {
    const view = viewOf();
    if (!view || !(event.target instanceof Element)) return;
    if (event.target.closest("[data-larger]")) larger(view);
    else if (event.target.closest("[data-turn]")) turn(view);
    else if (event.target.closest("[data-other]")) other(view);
    else if (event.target.closest("[data-picture] a")) {
      event.preventDefault();
      const box = view.getBoundingClientRect();
      const across = (event.clientX - box.left) / box.width;
      larger(view, across, (event.clientY - box.top) / box.height);
    }
  });

  const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const KEYS = { z: larger, t: turn, p: other };

  // No number has these letters, so they work while one types numbers.
  document.addEventListener("keydown", (event) => {
    const view = viewOf();
    if (!view || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!event.target.matches(".chips-field, [data-view]")) return;
    const step = STEPS[event.key];
    const does = KEYS[event.key.toLowerCase()];
    if (step && event.shiftKey) {
      event.preventDefault();
      const [across, down] = step;
      view.scrollBy((across * view.clientWidth) / 3, (down * view.clientHeight) / 3);
    } else if (does) {
      event.preventDefault();
      does(view);
    }
  });

  // --- Attaching one -----------------------------------------------------------------

  const formOf = ({ target }) => target.closest && target.closest("form[data-photo]");
  const tell = (form, words) => {
    const said = form.querySelector("[data-told]");
    said.textContent = words;
    said.hidden = !words;
  };

  document.addEventListener("change", (event) => {
    const form = formOf(event);
    if (!form || !event.target.files || !event.target.files.length) return;
    for (const input of form.querySelectorAll('input[type="file"]')) {
      if (input !== event.target) input.value = "";
    }
    form.requestSubmit();
  });

  document.addEventListener("htmx:xhr:progress", (event) => {
    const form = formOf(event);
    const { lengthComputable, loaded, total } = event.detail;
    if (!form || !lengthComputable || !total) return;
    const bar = form.querySelector("progress");
    bar.hidden = false;
    bar.value = (100 * loaded) / total;
    tell(
      form,
      loaded < total
        ? say("Sending: {n}%", { n: Math.floor(bar.value) })
        : say("Sent. Just a moment…"),
    );
  });

  for (const kind of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(kind, (event) => {
      const form = formOf(event);
      if (!form) return;
      form.querySelector("progress").hidden = true;
      form.querySelector("[data-send]").hidden = false;
      tell(
        form,
        say("The photo didn’t arrive. What you typed is still here. Send the photo again."),
      );
    });
  }
})();
