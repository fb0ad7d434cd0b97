// Covers docs/requirements.md: 1056, 1058

import { describe, expect, it } from 'vitest'
import type { TestDelivery } from '../../../../contract/alert-rules/recipientGroups.ts'
import { deliveryOf, membersText, reachProblem, rulesText } from './recipientGroupTexts.ts'

const sato = { id: 2, username: '佐藤' }
const tanaka = { id: 3, username: '田中' }
const night = { id: 1, name: '夜' }

describe('a notification group', () => {
  it('names its members, and the first three of its rules', () => {
    expect(membersText({ members: [sato, tanaka] })).toBe('2人（佐藤、田中）')
    expect(membersText({ members: [] })).toBe('なし')
    expect(rulesText([night, { id: 2, name: '昼' }])).toBe('「夜」「昼」')
    expect(rulesText([night, night, night, night, night])).toBe('「夜」「夜」「夜」ほか2件')
  })

  it.each([
    [{ members: [sato, tanaka], reached_count: 2, rules: [] }, null],
    [
      { members: [sato, tanaka], reached_count: 1, rules: [] },
      'メンバーのうち1人は、アラートのメールも通知も受け取らない設定です。',
    ],
    [
      { members: [sato], reached_count: 0, rules: [] },
      'だれにも届きません。メンバー全員が、アラートのメールも通知も受け取らない設定です。',
    ],
    [{ members: [], reached_count: 0, rules: [] }, 'メンバーがいません。編集でメンバーを選んでください。'],
    [
      { members: [], reached_count: 0, rules: [night] },
      'メンバーがいないため、通知先にしているルールのアラートは全員に知らせています。編集でメンバーを選んでください。',
    ],
  ])('says whom it does not reach: %j', (group, expected) => {
    expect(reachProblem(group)).toBe(expected)
  })
})

it.each<[TestDelivery['mail'], TestDelivery['notification'], string, string]>([
  ['sent', 'sent', 'normal', 'メールを送信しました。通知を送信しました。'],
  ['sent', 'none', 'normal', 'メールを送信しました。通知を受け取る端末はありません。'],
  ['unwanted', 'sent', 'normal', 'メールは受け取らない設定です。通知を送信しました。'],
  [
    'failed',
    'none',
    'abnormal',
    'メールを送信できませんでした。通知を受け取る端末はありません。サーバーの応答: 550',
  ],
  ['unwanted', 'failed', 'abnormal', 'メールは受け取らない設定です。通知を送信できませんでした。'],
  [
    'stored',
    'none',
    'waiting',
    'メールサーバーが設定されていないため、メールは送信されず、サーバーに保存されました。通知を受け取る端末はありません。',
  ],
  ['unwanted', 'none', 'waiting', 'アラートメールを受け取らない設定で、通知を受け取る端末もありません。'],
])('a test message, mail %s and notification %s, is shown as %s: %s', (mail, notification, tone, text) => {
  const reason = mail === 'failed' ? { reason: 'サーバーの応答: 550' } : {}
  expect(deliveryOf({ user_id: 2, username: '佐藤', mail, notification, ...reason })).toEqual({ tone, text })
})
