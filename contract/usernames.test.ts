import { describe, expect, it } from 'vitest'
import { newUsername } from './usernames.ts'

const messageFor = (name: string) => newUsername.safeParse(name).error?.issues[0]?.message

describe('newUsername', () => {
  it.each([
    'tanaka',
    'user-01_a.b@example.com',
    '点検 花子',
    'サトウ・ジョー',
    '佐々木〇〆',
    'José',
    '김철수',
  ])('accepts %s', (name) => {
    expect(newUsername.parse(name)).toBe(name)
  })

  it('composes voiced kana that some systems write as two characters', () => {
    expect(newUsername.parse('か\u3099く')).toBe('がく')
  })

  it.each([
    ['a zero-width space', 'ad\u200Bmin', '見えない文字（U+200B）'],
    ['a soft hyphen', 'ad\u00ADmin', '見えない文字（U+00AD）'],
    ['a bidi override', '\u202Enimda', '見えない文字（U+202E）'],
    ['a Hangul filler', 'admin\u3164', '見えない文字（U+3164）'],
    ['a variation selector', '辻\u{E0100}', '見えない文字（U+E0100）'],
    ['a Cyrillic letter', '\u0430dmin', '「\u0430」（U+0430）'],
    ['a Greek letter', 'adm\u03B9n', '「\u03B9」（U+03B9）'],
    ['a dotless i', 'adm\u0131n', '「\u0131」（U+0131）'],
    ['a full-width letter', 'ａdmin', '「ａ」（U+FF41）'],
    ['a half-width kana', 'ﾀﾅｶ', '「ﾀ」（U+FF80）'],
    ['an ideographic space', '点検\u3000花子', '全角の空白'],
    ['a combining mark', 'admi\u0323n', '「\u1ECB」（U+1ECB）'],
  ])('refuses %s and names it', (_what, name, named) => {
    expect(messageFor(name)).toBe(
      `${named}は使用できません。半角の英数字と記号、かな、カナ、漢字を使ってください`,
    )
  })
})
