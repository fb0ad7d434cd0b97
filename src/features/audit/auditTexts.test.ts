// Covers docs/requirements.md: 433, 601, 634, 655, 702, 720, 721, 826, 1050

import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/audit.ts'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { changesOf } from './auditTexts.ts'

const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-20T15:00:00+09:00',
  user: { id: 7, username: 'sato' },
  key: null,
  noun: 'device',
  subject_id: 5,
  subject_name: 'ポンプ室',
  action: 'update',
  meter_id: null,
  measured_at: null,
  restorable: false,
  before: {},
  after: {},
  ...over,
})
const told = { zone: 'Asia/Tokyo', names: { meter_unit_id: [{ id: 3, name: 'MPa' }] } }
const lines = (over: Partial<AuditEntry>, type?: CategoryType) =>
  changesOf(entry(over), { ...told, type }).map(({ field, before, after }) => [field, before, after])

test('changes are told in the words of the screens, before and after', () => {
  const before = { status: 0, is_flash: false, heartbeat_time: null, interval_crons: '0 15 * * *' }
  const after = { status: 1, is_flash: true, heartbeat_time: 3600, interval_crons: '30 9 * * 1' }
  expect(lines({ before, after })).toEqual([
    ['稼働状態', '起動待ち', '稼働中'],
    ['フラッシュ', '無効', '有効'],
    ['リトライ時間', '自動', '1時間'],
    ['測定設定', '毎日 15:00', '毎週月曜 09:30'],
  ])
})

test('a correction leaves out what stayed as it was, and says why', () => {
  expect(
    lines({
      noun: 'reading',
      action: 'correct',
      before: { value: 0.4, value_source: 'reader', is_abnormal: false },
      after: { value: 0.5, value_source: 'corrected', is_abnormal: false, reason: '読み間違い' },
    }),
  ).toEqual([
    ['測定値', '0.4', '0.5'],
    ['値の決め方', '読取値', '修正済'],
    ['理由', null, '読み間違い'],
  ])
  const [before, after] = ['2026-11-20T00:00:00.000Z', '2026-11-20T01:00:00.000Z']
  expect(
    lines({
      noun: 'reading',
      action: 'correct',
      before: { created_at: before, time_mark: 'unconfirmed' },
      after: { created_at: after, time_mark: null, reason: '端末の時計' },
    }),
  ).toEqual([
    ['測定日時', '2026/11/20 09:00:00（時刻不明）', '2026/11/20 10:00:00'],
    ['理由', null, '端末の時計'],
  ])
})

test('values have the unit and the decimals of that time, or more where a change would be invisible', () => {
  const cubic = { value_format: { unit: 'm³', decimals: 2 } }
  const corrected = { noun: 'reading', action: 'correct' } as const
  const ofValue = (before: number | null, after: number) =>
    lines({
      ...corrected,
      before: { value: before, ...cubic },
      after: { value: after, value_format: { unit: 'ℓ', decimals: 0 } },
    })
  expect(ofValue(4562.5, 4000)).toEqual([['測定値', '4,562.50 m³', '4,000 ℓ']])
  expect(ofValue(null, 41.08)).toEqual([['測定値', 'データ無し', '41.08 ℓ']])
  expect(ofValue(1.001, 1.002)).toEqual([['測定値', '1.001 m³', '1.002 ℓ']])
  const range = {
    before: { emergency_start_value: 0.8, ...cubic },
    after: { emergency_start_value: null, ...cubic },
  }
  expect(lines({ noun: 'meter', ...range })).toEqual([['異常範囲の下限', '0.80 m³', '未設定']])
  expect(
    lines({ noun: 'meter', before: { multiplier: 1, ...cubic }, after: { multiplier: 10, ...cubic } }),
  ).toEqual([['倍率', '1', '10']])
})

test('values without a recorded unit are shown as they were stored, without one', () => {
  const values = { before: { value: 1234.5 }, after: { value: 0.25 } }
  expect(lines({ noun: 'reading', action: 'correct', ...values, meter_id: 3 })).toEqual([
    ['測定値', '1,234.5', '0.25'],
  ])
})

test('an entered reading shows its value, also an empty one', () => {
  const entered = (value: number | null) =>
    lines({
      noun: 'reading',
      action: 'create',
      after: {
        value,
        value_source: 'entered',
        is_abnormal: value === null,
        value_format: { unit: 'ℓ', decimals: 1 },
      },
    })
  expect(entered(12)).toEqual([
    ['測定値', null, '12.0 ℓ'],
    ['値の決め方', null, '手入力'],
    ['状態', null, '正常'],
  ])
  expect(entered(null)[0]).toEqual(['測定値', null, 'データ無し'])
})

test('an empty value whose picture had not been read is not called missing', () => {
  const ofState = (read_state: number | undefined, type: CategoryType) => {
    const [value] = lines(
      { noun: 'reading', action: 'correct', before: { value: null, read_state }, after: { value: 7 } },
      type,
    )
    return value
  }
  expect(ofState(0, categoryType.circle)).toEqual(['測定値', '読取中', '7'])
  expect(ofState(3, categoryType.circle)).toEqual(['測定値', '設定待ち', '7'])
  expect(ofState(3, categoryType.special)).toEqual(['測定値', '入力待ち', '7'])
  expect(ofState(undefined, categoryType.circle)).toEqual(['測定値', 'データ無し', '7'])
  const deletion = {
    before: { value: null, read_state: 0 },
    after: { deleted_at: '2026-11-20T06:00:00.000Z' },
  }
  expect(lines({ noun: 'reading', action: 'delete', ...deletion })).toEqual([['測定値', '読取中', null]])
})

test('a deletion and its undoing show the reading without the time of the deletion', () => {
  const judgement = { value: 0.5, value_source: 'entered', is_abnormal: false }
  const deletion = { deleted_at: '2026-11-20T06:00:00.000Z' }
  const shown = (side: 'before' | 'after') =>
    [
      ['測定値', '0.5'],
      ['値の決め方', '手入力'],
      ['状態', '正常'],
    ].map(([field, text]) => (side === 'before' ? [field, text, null] : [field, null, text]))
  expect(lines({ noun: 'reading', action: 'delete', before: judgement, after: deletion })).toEqual(
    shown('before'),
  )
  expect(lines({ noun: 'reading', action: 'restore', before: deletion, after: judgement })).toEqual(
    shown('after'),
  )
})

test('a confirmation says when it has no comment', () => {
  expect(lines({ noun: 'alert', action: 'confirm' })).toEqual([['コメント', null, 'なし']])
  expect(lines({ noun: 'alert', action: 'confirm', after: { comment: '弁を閉めた' } })).toEqual([
    ['コメント', null, '弁を閉めた'],
  ])
})

test('an undone confirmation says when it was made, and its comment', () => {
  const undone = { noun: 'alert', action: 'undo' } as const
  const confirm_at = '2026-11-20T06:00:00.123+00:00'
  expect(lines({ ...undone, before: { comment: '弁を閉めた', confirm_at } })).toEqual([
    ['コメント', '弁を閉めた', null],
    ['確認日時', '2026/11/20 15:00:00', null],
  ])
  expect(lines({ ...undone, before: { comment: null, confirm_at } })[0]).toEqual(['コメント', 'なし', null])
})

test('an alert that is taken over says from whom and by whom', () => {
  const taken = { noun: 'alert', before: { assignee: null }, after: { assignee: '佐藤 健一' } } as const
  expect(lines(taken)).toEqual([['担当', '未割当', '佐藤 健一']])
})

test('a new thing has no before, a deleted one no after, and what nobody reads is only said to have changed', () => {
  expect(
    lines({ noun: 'key', action: 'create', after: { type: 1, max_count: null, meter_names: {} } }),
  ).toEqual([['種類', null, 'Device（端末）']])
  expect(lines({ noun: 'map', action: 'delete', before: { name: '1階' } })).toEqual([
    ['マップ名', '1階', null],
  ])
  expect(
    lines({ noun: 'meter', before: { area: '1', meter_unit_id: 9 }, after: { area: '2', meter_unit_id: 3 } }),
  ).toEqual([
    ['読取位置', null, '設定'],
    ['単位', '9', 'MPa'],
  ])
  expect(lines({ noun: 'key', before: { white_ips: '192.0.2.1' }, after: { white_ips: null } })).toEqual([
    ['アクセスIP', '192.0.2.1', 'すべて許可'],
  ])
})

test.each<[string, Partial<AuditEntry>, string[][]]>([
  [
    'plan',
    {
      noun: 'plan',
      before: { type: 0, ai_api_free_count: 10, limit_mobile_count: 5, allow_apis: false },
      after: { type: 99, ai_api_free_count: null, limit_mobile_count: 1200, allow_apis: true },
    },
    [
      ['種類', 'Trial', 'Unlimited'],
      ['AI-FREE上限', '10', '未設定'],
      ['MOBILE上限', '5', '1,200'],
      ['AI', '不可', '許可'],
    ],
  ],
  [
    'category',
    { noun: 'category', before: { type: 0, status: 0 }, after: { type: 99, status: 1 } },
    [
      ['種類', '円形アナログ', 'その他'],
      ['状態', '有効', '無効'],
    ],
  ],
  [
    'organization',
    {
      noun: 'organization',
      before: {
        plan: 'Trial',
        status: 0,
        expire_at: null,
        use_ai_boost: false,
        image_keep_duration: null,
        demo_enabled: true,
        protected: false,
      },
      after: {
        plan: 'Basic',
        status: 1,
        expire_at: '2027-03-31T23:59:59.000+09:00',
        use_ai_boost: true,
        image_keep_duration: 90,
        demo_enabled: false,
        protected: true,
      },
    },
    [
      ['プラン', 'Trial', 'Basic'],
      ['状態', '利用中', '停止中'],
      ['有効期限', '無期限', '2027/03/31 23:59:59'],
      ['AIブースト', 'オフ', '利用中'],
      ['画像保存期間', '無制限', '90日'],
      ['デモ', 'デモ利用中', '通常'],
      ['保護', 'オフ', '保護中'],
    ],
  ],
  [
    'key',
    { noun: 'key', before: { type: 0, max_count: 100 }, after: { type: 1, max_count: null } },
    [
      ['種類', 'Common（共通）', 'Device（端末）'],
      ['1日の最大利用回数', '100回', '無制限'],
    ],
  ],
  [
    'reading',
    {
      noun: 'reading',
      action: 'correct',
      before: { value: 8.2, value_source: 'reader', is_abnormal: true },
      after: { value: 0.42, value_source: 'corrected', is_abnormal: false },
    },
    [
      ['測定値', '8.2', '0.42'],
      ['値の決め方', '読取値', '修正済'],
      ['状態', '異常', '正常'],
    ],
  ],
  [
    'doubtful time of a reading',
    {
      noun: 'reading',
      action: 'correct',
      before: { created_at: '2026-11-19T22:00:00.000Z', time_mark: 'unconfirmed' },
      after: { created_at: '2026-11-20T03:00:00.000Z', time_mark: null },
    },
    [['測定日時', '2026/11/20 07:00:00（時刻不明）', '2026/11/20 12:00:00']],
  ],
  [
    'doubtful time that was right',
    {
      noun: 'reading',
      action: 'correct',
      before: { created_at: '2026-11-19T22:00:00.000Z', time_mark: 'unconfirmed' },
      after: { created_at: '2026-11-19T22:00:00.000Z', time_mark: null },
    },
    [['測定日時', '時刻不明', '確定（2026/11/20 07:00:00）']],
  ],
  [
    'time of arrival of a reading',
    {
      noun: 'reading',
      action: 'correct',
      before: { created_at: '2026-11-19T22:00:00.000Z', time_mark: 'arrival' },
      after: { created_at: '2026-11-20T03:00:00.000Z', time_mark: null },
    },
    [['測定日時', '2026/11/20 07:00:00（受信時刻）', '2026/11/20 12:00:00']],
  ],
  [
    'time of a reading',
    {
      noun: 'reading',
      action: 'correct',
      before: { created_at: '2026-11-19T22:00:00.000Z' },
      after: { created_at: '2026-11-20T03:00:00.000Z' },
    },
    [['測定日時', '2026/11/20 07:00:00', '2026/11/20 12:00:00']],
  ],
  [
    'import',
    { noun: 'import', before: { noun: 'meters' }, after: { noun: 'readings' } },
    [['取り込む内容', 'メーター', '過去の測定値']],
  ],
  [
    'format of files',
    {
      noun: 'export-format',
      before: { encoding: 'utf-8', columns: ['name'], replacements: [] },
      after: {
        encoding: 'cp932',
        columns: ['code', 'usage'],
        replacements: [
          { text: '3', character: '³' },
          { text: '', character: '®' },
        ],
      },
    },
    [
      ['文字コード', 'UTF-8', 'CP932'],
      ['列', 'メーター名', '管理番号、使用量'],
      ['置き換える文字', 'なし', '³ → 3、® → （なし）'],
    ],
  ],
])('a changed %s is told as its screen tells it', (_noun, change, told) => {
  expect(lines(change)).toEqual(told)
})
