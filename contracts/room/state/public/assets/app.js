// Posts the composer without leaving the page, and shows what the answer streams in.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form.composer");
  if (!form) return;
  event.preventDefault();
  const token = document.querySelector("meta[name=csrf-token]").content;
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "text/vnd.turbo-stream.html, text/html", "X-CSRF-Token": token },
    body: new URLSearchParams(new FormData(form)),
  });
  const streams = document.createRange().createContextualFragment(await answer.text());
  for (const stream of streams.querySelectorAll("turbo-stream")) {
    const target = document.getElementById(stream.getAttribute("target"));
    const content = stream.querySelector("template")?.content ?? "";
    if (stream.getAttribute("action") === "append") target.append(content);
    else if (stream.getAttribute("action") === "update") target.replaceChildren(content);
    else target.remove();
  }
  if (answer.ok) form.reset();
});
