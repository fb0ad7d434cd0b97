import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../docs/decisions/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const row = /^\| (\d{3}) \| \[(.+?)\]\((.+?\.md)\) \| (\S+) \| (in force|partly replaced|replaced)/gm
const heading = /^# (\d{3}) (.+)\n\n(\d{4}-\d\d-\d\d), (in force|partly replaced|replaced)/

test('the index of decisions lists each file once, with the title, date and state that the file has', () => {
  const listed = [...textOf('README.md').matchAll(row)].map(([, number, title, file = '', date, state]) => {
    return { file, number, title, date, state }
  })
  const decisions = globSync('[0-9]*.md', { cwd: folder }).map((file) => {
    const [, number, title, date, state] = heading.exec(textOf(file)) ?? []
    return { file, number, title, date, state }
  })
  const byFile = (a: { file: string }, b: { file: string }) => a.file.localeCompare(b.file)
  expect(listed.toSorted(byFile)).toEqual(decisions.toSorted(byFile))
})
