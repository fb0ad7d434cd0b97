import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** A longer list of files cannot be looked through. */
const maxFiles = 40

test('no folder holds more than 40 files of its own, tests not counted', () => {
  const files = globSync(
    '{contract,faces,offline,reader,scripts,server,src,sw,text,tests}/**/*.{ts,tsx,mjs}',
    {
      cwd: new URL('../', import.meta.url),
    },
  ).filter((path) => !/\.test\.tsx?$/.test(path))
  const counts = Map.groupBy(files, (path) => dirname(path))
  const large = [...counts].filter(([, { length }]) => length > maxFiles).map(([folder]) => folder)
  expect(large).toEqual([])
})
