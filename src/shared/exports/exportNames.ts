import type { ExportColumn, ExportFormat, ExportTarget } from '../../../contract/exports/export-formats.ts'
import { plainText } from '../../../text/plainText.ts'

export const encodingNames: Record<ExportFormat['encoding'], string> = { 'utf-8': 'UTF-8', cp932: 'CP932' }

export const targetNames: Record<ExportTarget, string> = { usages: '使用量', closings: '締め' }

/** Columns as the form of a format calls them. */
export const columnNames: Record<ExportColumn, string> = {
  name: 'メーター名',
  code: '管理番号',
  group: 'メーターグループ',
  bearer: '負担先',
  customer_number: 'お客様番号',
  unit: '単位',
  usage: '使用量',
  marks: '区分',
  previous: '前月比など（%）',
  yearly: '前年同月比など（%）',
  total: '合計',
  total_marks: '合計の区分',
  month: '対象年月',
  version: '版',
  cycle: '検針サイクル',
  adjustment: '前月までの調整',
  days: '日数',
  start: '前回の指示値',
  start_at: '前回の検針日時',
  end: '今回の指示値',
  end_at: '今回の検針日時',
  state: '状態',
  closed_as: '締めた時の状態',
  difference: '締めた後の差',
  remarks: '確認すること',
  reason: '締めた理由',
}

/** A character as people see it; by its code where there is nothing to see. */
export const characterText = (character: string): string =>
  plainText(character).trim() === ''
    ? Array.from(
        character,
        (each) => `U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
      ).join(' ')
    : character
