// parse5's own serialiser behind httparity's frames: text in, text out.
import {serialize} from 'parse5';

import {oneByOne, serve} from '../node/frames.mjs';
import {parseInContext, version} from './parse.mjs';

await serve(
    {name: 'parse5-serialise', version, answer: 'text', can: ['fragment', 'foreign-fragment', 'scripting']},
    oneByOne(one => Buffer.from(serialize(parseInContext(one), {scriptingEnabled: one.scripting}), 'utf8')));
