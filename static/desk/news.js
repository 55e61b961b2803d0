// Says in the title of the page how many tables call, so that it is seen in the row of
// tabs too.
(() => {
  const plain = document.title;
  const tell = () => {
    const news = document.getElementById("desk-news");
    const calls = news ? Number(news.dataset.calls) : 0;
    document.title = calls ? `(${calls}) ${plain}` : plain;
  };
  document.addEventListener("htmx:afterSwap", tell);
  tell();
})();
