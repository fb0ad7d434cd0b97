import { role, roleLabel } from '../access.ts'
import { deviceType, isSerialNumber } from '../devices.ts'
import { maxDigits, maxMultiplier } from '../meters.ts'
import { analogIntervals, everyMinutes } from '../time/schedules.ts'
import {
  choiceColumn,
  codeColumn,
  dayColumn,
  figureColumn,
  type ImportNoun,
  multilineColumn,
  textColumn,
  timeColumn,
} from './columns.ts'
import { failed, isParsed } from './parsed.ts'

const required = { isRequired: true }
const repeated = { isRepeated: true }

const meterCode = {
  // Without it the row would be known no longer.
  isClearable: false,
  synonyms: ['番号', 'メーター番号', '計器番号', '機器番号', '管理No', 'コード', 'メーターコード'],
}
const meterName = { synonyms: ['名称', 'メーター名称', '計器名', '計器名称', '名前', 'メーター', '測定対象'] }

const meters: ImportNoun = {
  name: 'meters',
  key: 'code',
  nameKey: 'name',
  columns: [
    codeColumn('code', '管理番号', meterCode),
    textColumn('name', 'メーター名', { ...required, ...meterName }),
    multilineColumn('place_note', '設置場所のメモ', {
      ...repeated,
      synonyms: ['設置場所', '場所', '設置箇所', '位置'],
    }),
    textColumn('device', '測定端末', {
      ...repeated,
      reference: 'devices',
      synonyms: ['端末', '端末名', 'カメラ'],
    }),
    textColumn('unit', '単位', { ...required, ...repeated, reference: 'units' }),
    textColumn('category', 'メーター種別', {
      ...required,
      ...repeated,
      reference: 'categories',
      synonyms: ['種別', '計器種別', '種類', 'メーターの種類'],
    }),
    choiceColumn('is_cumulative', '積算', { する: true, しない: false }),
    textColumn('group', 'メーターグループ', {
      ...repeated,
      reference: 'groups',
      synonyms: ['グループ', 'グループ名', '系統', '用途'],
    }),
    textColumn('inspection', '点検グループ', {
      ...repeated,
      reference: 'inspections',
      synonyms: ['点検', '巡回', '点検ルート'],
    }),
    textColumn('parent', '親メーター', {
      reference: 'meters',
      synonyms: ['親', '上位メーター', '親メーター番号'],
    }),
    textColumn('cost_bearer', '負担先', {
      ...repeated,
      reference: 'cost_bearers',
      synonyms: ['負担者', 'テナント', '請求先'],
    }),
    textColumn('customer_number', 'お客様番号', {
      synonyms: ['顧客番号', '契約番号', '需要家番号', '供給地点番号'],
    }),
    dayColumn('verification_expires_on', '検定有効期限', {
      synonyms: ['検定満期', '検満', '有効期限', '検定期限'],
    }),
    choiceColumn('rounding', '指針の丸め', { しない: 'none', 整数に切り捨て: 'integer' }),
    figureColumn(
      'multiplier',
      '倍率',
      { least: 1e-9, most: maxMultiplier },
      { isClearable: false, synonyms: ['乗率'] },
    ),
    figureColumn('digit_number', '桁数', { least: 1, most: maxDigits, isInteger: true }),
    figureColumn(
      'decimal_point',
      '小数点以下の桁数',
      { least: 0, most: maxDigits - 1, isInteger: true },
      {
        synonyms: ['小数桁', '小数点以下'],
      },
    ),
    figureColumn('start_value', '測定範囲の下限', {}, { synonyms: ['測定範囲 下限'] }),
    figureColumn('end_value', '測定範囲の上限', {}, { synonyms: ['測定範囲 上限'] }),
    figureColumn('emergency_start_value', '異常範囲の下限', {}, { synonyms: ['異常範囲 下限'] }),
    figureColumn('emergency_end_value', '異常範囲の上限', {}, { synonyms: ['異常範囲 上限'] }),
  ],
}

const groups: ImportNoun = {
  name: 'groups',
  key: 'name',
  nameKey: null,
  columns: [
    textColumn('name', 'メーターグループ名', {
      ...required,
      synonyms: ['グループ名', 'グループ', 'メーターグループ', '名称'],
    }),
    multilineColumn('description', '説明', { synonyms: ['備考', 'メモ'] }),
  ],
}

const inspections: ImportNoun = {
  name: 'inspections',
  key: 'name',
  nameKey: null,
  columns: [
    textColumn('name', '点検グループ名', {
      ...required,
      synonyms: ['グループ名', 'グループ', '点検グループ', '名称'],
    }),
    textColumn('contact', '連絡先', { synonyms: ['電話', '電話番号', '担当'] }),
  ],
}

const costBearers: ImportNoun = {
  name: 'cost_bearers',
  key: 'name',
  nameKey: null,
  columns: [
    textColumn('name', '負担先名', {
      ...required,
      synonyms: ['負担先', 'テナント', 'テナント名', '請求先', '名称'],
    }),
    choiceColumn('status', '状態', { 有効: 0, 無効: 1 }),
  ],
}

const serialNumber = textColumn('serial_number', 'シリアル番号', {
  ...required,
  synonyms: ['製造番号', 'シリアル', 'S/N', 'SN'],
})

const devices: ImportNoun = {
  name: 'devices',
  key: 'serial_number',
  nameKey: 'name',
  columns: [
    {
      ...serialNumber,
      parse: (text) => {
        const parsed = serialNumber.parse(text)
        return isParsed(parsed) && !isSerialNumber(String(parsed.value)) ? failed('text_invalid') : parsed
      },
    },
    textColumn('name', '端末名', { ...required, synonyms: ['名称', '機器名', 'カメラ名', '測定端末'] }),
    choiceColumn(
      'type',
      '種類',
      {
        SIMカメラ: deviceType.simCamera,
        WiFiルーター: deviceType.wifiRouter,
        WiFiカメラ: deviceType.wifiCamera,
        WiFi中継器: deviceType.wifiRepeater,
        アナログ入力: deviceType.analogInput,
        モバイル: deviceType.mobile,
      },
      { ...required, synonyms: ['端末種別', '機種'] },
    ),
    choiceColumn(
      'interval_crons',
      '測定設定',
      {
        ...Object.fromEntries(analogIntervals.map((minutes) => [`${minutes}分ごと`, everyMinutes(minutes)])),
        未設定: null,
      },
      { synonyms: ['測定間隔'] },
    ),
  ],
}

const email = textColumn('email', 'メールアドレス', {
  ...required,
  synonyms: ['メール', 'Eメール', 'E-mail', 'mail'],
})

const users: ImportNoun = {
  name: 'users',
  key: 'email',
  nameKey: 'name',
  columns: [
    // The list names a new address that is still to be confirmed.
    { ...email, parse: (text) => email.parse(text.replace(/（確認待ち: .*）$/, '')) },
    textColumn('name', 'ユーザー名', { ...required, synonyms: ['氏名', '名前', '担当者', '担当者名'] }),
    choiceColumn(
      'role',
      '権限',
      {
        [roleLabel[role.general]]: role.general,
        [roleLabel[role.admin]]: role.admin,
        [roleLabel[role.system]]: role.system,
        一般: role.general,
        管理者: role.admin,
      },
      { ...required, synonyms: ['ロール', '役割'] },
    ),
    choiceColumn('is_alert_mail', 'アラートメール', { 受け取る: true, 受け取らない: false }),
  ],
}

const code = codeColumn('code', '管理番号', { ...repeated, ...meterCode })
const name = textColumn('name', 'メーター名', { isClearable: false, ...repeated, ...meterName })

const readings: ImportNoun = {
  name: 'readings',
  key: 'code',
  nameKey: 'name',
  columns: [
    code,
    name,
    timeColumn('time', '測定日時', {
      ...required,
      ...repeated,
      synonyms: ['検針日時', '検針日', '測定日', '日時', '日付', '点検日'],
    }),
    figureColumn(
      'value',
      '測定値',
      {},
      { ...required, synonyms: ['指針', '指示値', '検針値', '今回指針', '値', '当月指針'] },
    ),
  ],
}

const replacements: ImportNoun = {
  name: 'replacements',
  key: 'code',
  nameKey: 'name',
  columns: [
    code,
    name,
    timeColumn('time', '交換日時', { ...required, synonyms: ['交換日', '取替日', '取替日時'] }),
    figureColumn(
      'old_end_value',
      '旧メーターの最終値',
      {},
      { synonyms: ['旧指針', '旧メーター指針', '取外指針'] },
    ),
    figureColumn(
      'new_start_value',
      '新メーターの開始値',
      {},
      {
        ...required,
        synonyms: ['新指針', '新メーター指針', '取付指針'],
      },
    ),
    multilineColumn('note', 'メモ', { synonyms: ['備考', '理由'] }),
  ],
}

/** What can be imported, with its columns. */
export const importNouns = {
  meters,
  groups,
  inspections,
  cost_bearers: costBearers,
  devices,
  users,
  replacements,
  readings,
} satisfies Record<ImportNoun['name'], ImportNoun>
