import { type Role, roleLabel, roles } from '../../../contract/access.ts'
import type { AuditAction, AuditEntry } from '../../../contract/audit.ts'
import type { AuditNoun } from '../../../contract/auditNouns.ts'
import type { CategoryType } from '../../../contract/categories.ts'
import { deviceType, resolutionType } from '../../../contract/devices.ts'
import type { Reading } from '../../../contract/readings.ts'
import { roundSchedule } from '../../../contract/rounds.ts'
import { describeSchedule } from '../../../contract/time/schedules.ts'
import type { EstimateBasis } from '../../../contract/usage/estimates.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import type { CumulativeMode } from '../../../contract/values/cumulative.ts'
import type { ValueMode } from '../../../contract/values/deviceValues.ts'
import { type ValueFormat, valueFormatSchema } from '../../../contract/values/valueFormat.ts'
import { allocationMethodNames } from '../../shared/allocations/allocationTexts.ts'
import { categoryTypeNames, masterStatusNames } from '../../shared/categories/masterNames.ts'
import { closingCheckNames } from '../../shared/closings/checkNames.ts'
import { deviceStatusNames } from '../../shared/devices/DeviceStatus.tsx'
import { resolutionName, typeNames } from '../../shared/devices/deviceNames.ts'
import { characterText, columnNames, encodingNames, targetNames } from '../../shared/exports/exportNames.ts'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { ipsText, keyTypeNames, maxCountText } from '../../shared/keys/keyNames.ts'
import { pinTypeNames } from '../../shared/maps/pinTypeNames.ts'
import { roundingNames } from '../../shared/meters/roundingNames.ts'
import {
  allowedText,
  boostText,
  demoText,
  keepText,
  noExpiry,
  organizationStatusNames,
  planFlagLabels,
  planTypeNames,
  protectedText,
} from '../../shared/organizations/organizationNames.ts'
import { emptyText as valueTextOf } from '../../shared/readings/ValueText.tsx'
import { roundScheduleText } from '../../shared/rounds/roundScheduleText.ts'
import { alertMailText } from '../../shared/users/alertMailText.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { fieldNames } from './fieldNames.ts'

export const nounNames: Record<AuditNoun, string> = {
  meter: 'メーター',
  reading: '測定値',
  alert: 'アラート',
  'alert-rule': 'アラートルール',
  'recipient-group': '通知先グループ',
  device: '端末',
  group: 'メーターグループ',
  inspection: '点検グループ',
  'cost-bearer': '負担先',
  'closing-cycle': '検針サイクル',
  closing: '締め',
  'export-format': '出力形式',
  import: '取り込み',
  map: 'マップ',
  'map-area': 'マップエリア',
  'map-pin': 'ピン',
  user: 'ユーザー',
  invitation: '招待',
  key: 'APIキー',
  organization: '組織',
  plan: 'プラン',
  category: 'メーター種別',
  unit: '単位',
}

export const actionNames: Record<AuditAction, string> = {
  create: '登録',
  update: '変更',
  delete: '削除',
  restore: '復元',
  correct: '修正',
  confirm: '確認',
  undo: '確認の取り消し',
  reset: 'データ初期化',
  test: '試し送信',
}

/** Rows that fields name by their ids. */
export type NamesById = Readonly<Record<string, readonly { id: number; name: string }[]>>

interface Told {
  zone: string
  names: NamesById
  /** Of the entry’s meter; undefined: of none, or of one that was deleted. */
  type?: CategoryType | undefined
}

export interface AuditChange {
  field: string
  /** Null: there was nothing, or it says nothing to people. */
  before: string | null
  /** Null: the thing was deleted. */
  after: string | null
}

/** What the choices of a field are called. */
const choicesOf = (noun: AuditNoun, field: string): Record<string, string> | undefined => {
  if (noun === 'device' && field === 'status') return { ...deviceStatusNames }
  if (noun === 'device' && field === 'type')
    return named(Object.values(deviceType), (type) => typeNames[type])
  if (field === 'resolution_type') return named(Object.values(resolutionType), resolutionName)
  if (noun === 'key' && field === 'type') return keyTypeNames
  if (field === 'role') return named(roles, (role: Role) => roleLabel[role])
  if (noun === 'organization' && field === 'status') return organizationStatusNames
  if ((noun === 'category' || noun === 'unit' || noun === 'cost-bearer') && field === 'status')
    return Object.fromEntries(masterStatusNames.entries())
  if (noun === 'plan' && field === 'type') return planTypeNames
  if (noun === 'category' && field === 'type') return categoryTypeNames
  if (noun === 'map-pin' && field === 'type') return pinTypeNames
  if (noun === 'export-format') return exportNames[field]
  if (noun === 'import' && field === 'noun')
    return Object.fromEntries(Object.entries(importTargetTexts).map(([target, { name }]) => [target, name]))
  if (field === 'value_source') return valueSourceNames
  if (field === 'value_mode') return valueModeNames
  if (field === 'cumulative_mode') return cumulativeModeNames
  if (field === 'rounding') return roundingNames
  if (field === 'estimate_basis') return estimateBasisNames
  if (field === 'allocation_method') return allocationMethodNames
  if (noun === 'closing-cycle' && field === 'checks') return closingCheckNames
  return undefined
}

const named = <Value extends number>(values: readonly Value[], nameOf: (value: Value) => string) =>
  Object.fromEntries(values.map((value) => [value, nameOf(value)]))

const exportNames: Readonly<Record<string, Record<string, string>>> = {
  target: targetNames,
  encoding: encodingNames,
  columns: columnNames,
}

const valueSourceNames: Record<Reading['value_source'], string> = {
  reader: '読取値',
  device: '端末の値',
  accepted: '確認済',
  corrected: '修正済',
  entered: '手入力',
}

const valueModeNames: Record<ValueMode, string> = {
  device: '端末の値',
  picture: '写真の読取',
  compare: '両方を比べる',
}

const cumulativeModeNames: Record<CumulativeMode, string> = {
  auto: '自動',
  yes: 'する',
  no: 'しない',
}

const estimateBasisNames: Record<EstimateBasis, string> = {
  last_year: '前年同期',
  previous: '前回の期間',
  mean: '3か月の平均',
  typed: '手入力',
}

/** What a switch of a field is called. */
function switchText(noun: AuditNoun, field: string, on: boolean): string {
  if (field === 'is_abnormal') return on ? '異常' : '正常'
  if (noun === 'organization' && field === 'use_ai_boost') return boostText(on)
  if (field === 'demo_enabled') return demoText(on)
  if (field === 'protected') return protectedText(on)
  if (field in planFlagLabels) return allowedText(on)
  if (field === 'is_alert_mail' || field === 'is_closing_notice') return alertMailText(on)
  return on ? '有効' : '無効'
}

/** What an empty value of a reading means: its picture may not have been read yet. */
function emptyValueText(reading: Record<string, unknown>, type: CategoryType | undefined): string {
  const state = Object.values(readState).find((each) => each === reading.read_state)
  return valueTextOf(state ?? null, type)
}

/** What an empty field means. */
function emptyText(noun: AuditNoun, field: string): string {
  if (noun === 'alert' && field === 'comment') return 'なし'
  if (noun === 'alert' && field === 'assignee') return '未割当'
  if (noun === 'group' && field.startsWith('maintenance_')) return 'なし'
  if (field === 'white_ips') return ipsText(null)
  if (field === 'image_keep_duration') return keepText(null)
  if (field === 'max_count') return maxCountText(null)
  return field === 'expire_at' ? noExpiry : '未設定'
}

/** What people read nothing in: only that it changed. */
const opaque = ['password', 'picture_sha256', 'icon', 'settings', 'area', 'pins', 'analog_settings']

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** Fields in the meter’s unit. */
const measuredFields: Partial<Record<AuditNoun, readonly string[]>> = {
  reading: ['value'],
  meter: [
    'start_value',
    'end_value',
    'emergency_start_value',
    'emergency_end_value',
    'old_end_value',
    'new_start_value',
  ],
}

/** With the meter’s decimals of that time, or more where a change would be invisible. */
function measuredText(value: number, { decimals, unit }: ValueFormat): string {
  const digits = { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: 20 }
  return `${value.toLocaleString('ja-JP', digits)} ${unit}`
}

/** What stood in a field, as people read it. */
function textOf(noun: AuditNoun, field: string, value: unknown, told: Told, format?: ValueFormat): string {
  const { zone, names } = told
  if (field === 'heartbeat_time') return typeof value === 'number' ? `${value / 3600}時間` : '自動'
  if (value === null || value === undefined || value === '') return emptyText(noun, field)
  if (typeof value === 'boolean') return switchText(noun, field, value)
  if (Array.isArray(value))
    return value.length === 0 ? 'なし' : value.map((each) => textOf(noun, field, each, told)).join('、')
  if (noun === 'inspection' && field === 'schedule') {
    const known = roundSchedule.safeParse(value)
    if (known.success) return roundScheduleText(known.data)
  }
  if (typeof value === 'object') {
    if ('character' in value && 'text' in value)
      return `${characterText(String(value.character))} → ${value.text || '（なし）'}`
    const entries = Object.entries(value)
    return entries.map(([name, each]) => `${name}: ${textOf(noun, field, each, told)}`).join('、') || 'なし'
  }
  if (typeof value === 'number' && format && measuredFields[noun]?.includes(field))
    return measuredText(value, format)
  const text = String(value)
  const known = choicesOf(noun, field)?.[text] ?? names[field]?.find(({ id }) => id === Number(value))?.name
  if (known !== undefined) return known
  if (field === 'interval_crons') return describeSchedule(text)
  if (field === 'allow_time_drift') return `${text}秒`
  if (field === 'white_ips') return ipsText(text)
  if (field === 'image_keep_duration') return keepText(Number(value))
  if (field === 'max_count') return maxCountText(Number(value))
  if (instant.test(text)) return formatFullTime(Date.parse(text), zone)
  return typeof value === 'number' ? value.toLocaleString('ja-JP', { maximumFractionDigits: 20 }) : text
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** A correction logs the complete judgement of the reading: 正常 → 正常 says nothing. */
const isSame = (field: string, before: AuditEntry['before'], after: AuditEntry['after']): boolean =>
  field in before && field in after && JSON.stringify(before[field]) === JSON.stringify(after[field])

/** The changed fields with their names, before and after; of a new thing only what was given. */
export function changesOf(entry: AuditEntry, told: Told): AuditChange[] {
  const { noun, action, before, after } = entry
  if (noun === 'reading' && 'time_mark' in before) {
    const { created_at: _, time_mark: __, ...rest } = after
    return [markedTimeChange(entry, told), ...changesOf({ ...entry, before: {}, after: rest }, told)]
  }
  if (noun === 'alert' && action === 'confirm' && isEmpty(after.comment ?? null))
    return [{ field: 'コメント', before: null, after: 'なし' }]
  const isNew = action === 'create'
  // A deletion says by itself when it was, and a restored thing is not deleted any more.
  const isDeletion = action === 'delete' || action === 'restore'
  // What an empty value waited for is shown in its place.
  const isLeftOut = (field: string) =>
    field === 'value_format' ||
    (isDeletion && field === 'deleted_at') ||
    // The name of the meter then is shown instead of its number.
    (noun === 'reading' && ['read_state', 'meter_id', 'confirmed_doubts'].includes(field))
  const isEmptyValue = (field: string, of: Record<string, unknown>) =>
    noun === 'reading' && field === 'value' && of.value === null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isNew || !isEmpty(after[field]) || isEmptyValue(field, after))
    .filter((field) => !isLeftOut(field))
    .filter((field) => !isSame(field, before, after))
    .map((field) => {
      const label = fieldNames[noun]?.[field] ?? fieldNames.any[field] ?? field
      if (opaque.includes(field)) return { field: label, before: null, after: after[field] ? '設定' : '消去' }
      const text = (of: Record<string, unknown>) => {
        if (!(field in of)) return null
        if (isEmptyValue(field, of)) return emptyValueText(of, told.type)
        return textOf(noun, field, of[field], told, valueFormatSchema.safeParse(of.value_format).data)
      }
      return { field: label, before: isNew ? null : text(before), after: text(after) }
    })
}

const timeMarkNames: Readonly<Record<string, string>> = { arrival: '受信時刻', unconfirmed: '時刻不明' }

/** A time with a mark was confirmed as it is, or corrected. */
function markedTimeChange({ before, after }: AuditEntry, told: Told): AuditChange {
  const timeOf = (of: Record<string, unknown>) => textOf('reading', 'created_at', of.created_at, told)
  const mark = timeMarkNames[String(before.time_mark)] ?? ''
  const field = '測定日時'
  if (before.created_at === after.created_at)
    return { field, before: mark, after: `確定（${timeOf(after)}）` }
  return { field, before: `${timeOf(before)}（${mark}）`, after: timeOf(after) }
}
