// Looks at an HTML report with a real browser: every chart is drawn, nothing is asked for, nothing goes wrong, in light and
// in dark, on a wide and on a narrow screen.
// Usage: node page_test.mjs PAGE.html CHARTS [FOLDER]   CHARTS: how many there must be; FOLDER: where screenshots go
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

function skip(why) {
  console.log(`page: ${why}`);
  process.exit(process.env.HTTPARITY_REQUIRE === "all" ? 1 : 77);
}

const [page_path, charts, folder] = process.argv.slice(2);
let chromium;
try {
  ({ chromium } = await import("playwright-core"));
} catch {
  skip("needs the npm package playwright-core: npm ci could not install it when this was built");
}
const program = process.env.HTTPARITY_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (!program) skip("needs chromium, which is not installed here");

const faults = [];
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 420]]) {
    const page = await browser.newPage({ colorScheme: scheme, viewport: { width, height: 900 } });
    page.on("pageerror", (error) => faults.push(`${scheme}: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && faults.push(`${scheme}: ${message.text()}`));
    page.on("dialog", (dialog) => { faults.push(`${scheme}: a dialog: ${dialog.message()}`); dialog.dismiss(); });
    page.on("request", (request) => request.url().startsWith("file:") || request.url().startsWith("data:") || faults.push(`${scheme}: asks for ${request.url()}`));
    await page.goto(pathToFileURL(page_path).href);
    const seen = await page.evaluate(() => ({
      drawn: Number(document.documentElement.dataset.drawn),
      // A canvas of one colour shows nothing.
      blank: [...document.querySelectorAll("canvas")].filter((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return !data.some((value, i) => value !== data[i % 4]);
      }).length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ground: getComputedStyle(document.body).backgroundColor,
    }));
    if (seen.drawn !== Number(charts)) faults.push(`${scheme} ${width}: ${seen.drawn} charts are drawn, wanted ${charts}`);
    if (seen.blank) faults.push(`${scheme} ${width}: ${seen.blank} charts are blank`);
    if (seen.overflow > 0) faults.push(`${scheme} ${width}: ${seen.overflow} pixels wider than the screen`);
    console.log(`page: ${scheme}, ${width} wide: ${seen.drawn} charts on ${seen.ground}`);
    if (folder) await page.screenshot({ path: `${folder}/${scheme}-${width}.png`, fullPage: true });
    await page.close();
  }
} finally {
  await browser.close();
}
for (const fault of faults) console.log(fault);
process.exit(faults.length ? 1 : 0);
