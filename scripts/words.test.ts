// Covers docs/requirements.md: 317

import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const files = globSync('{contract,faces,offline,scripts,server,src,sw,text}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['**/*.test.{ts,tsx}', '**/*.gen.ts'],
})

const cookedOf = (value: unknown) => (value as { cooked: string }).cooked

/** All string literals and JSX texts; of templates the parts, and the whole with `#` for what is filled in. */
function* textsIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) {
    for (const each of node) yield* textsIn(each)
  } else if (typeof node === 'object' && node !== null && 'type' in node) {
    const { type } = node
    if ((type === 'Literal' || type === 'JSXText') && 'value' in node && typeof node.value === 'string') {
      yield node.value
    } else if (type === 'TemplateElement' && 'value' in node) {
      yield cookedOf(node.value)
    } else {
      if (type === 'TemplateLiteral' && 'quasis' in node)
        yield (node.quasis as { value: unknown }[]).map(({ value }) => cookedOf(value)).join('#')
      for (const part of Object.values(node)) yield* textsIn(part)
    }
  }
}

const textsMatching = (pattern: RegExp, searched = files) =>
  searched.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(new URL(file, root), 'utf8'))
    return [...textsIn(program)].filter((text) => pattern.test(text)).map((text) => `${file}: ${text}`)
  })

/** The range dash is 〜 (U+301C); look-alikes from other keyboards are not found by a search. */
test.each([
  ['the full-width tilde', /～/],
  ['a tilde', /^ ?~ ?$|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\d}] ?~|~ ?[\d{]/u],
  ['no space around 〜', /\S〜|〜\S/],
])('no text says «from to» with %s', (_name, double) => {
  expect(files.length).toBeGreaterThan(400)
  expect(textsMatching(double)).toEqual([])
})

test('meters are counted with 件, because 台 counts devices and browsers', () => {
  const ofMeters = files.filter((file) =>
    /^src\/features\/(closings|groups|masters|meters|readings|rounds|usages|walk)\//.test(file),
  )
  expect(ofMeters.length).toBeGreaterThan(100)
  expect(textsMatching(/(^|#) ?台(?!帳)/, ofMeters)).toEqual([])
})
