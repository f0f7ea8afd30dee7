// A case as parse5 parses it.
import {createRequire} from 'node:module';
import {defaultTreeAdapter, html, parse, parseFragment} from 'parse5';

export const {version} = createRequire(import.meta.url)('./node_modules/parse5/package.json');

function contextElement(context) {
  const [, prefix, name] = /^(?:(svg|math) )?(.*)$/s.exec(context);
  const namespace = prefix === 'svg' ? html.NS.SVG : prefix === 'math' ? html.NS.MATHML : html.NS.HTML;
  return defaultTreeAdapter.createElement(name, namespace, []);
}

/// The document, or the fragment in its context.
export function parseInContext({data, context, scripting}) {
  const options = {scriptingEnabled: scripting};
  return context === '' ? parse(data, options) : parseFragment(contextElement(context), data, options);
}
