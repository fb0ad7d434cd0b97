import type { ClosingCheck, FailedCheck } from '../../../contract/closing/checks.ts'
import {
  type BoardRow,
  checksOfLists,
  isInOpenList,
  needsReason,
} from '../../../contract/closing/closings.ts'
import type { Meter } from '../../../contract/meters.ts'
import { decimal, minus, plus, toNumber, zero } from '../../../contract/usage/decimal.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import { leftOutText } from '../../shared/allocations/allocationTexts.ts'
import { closingCheckNames } from '../../shared/closings/checkNames.ts'
import { openListNames } from '../../shared/closings/openListNames.ts'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import type { BoardList } from './search.ts'

/** Children named in a remark. */
const mostNamed = 3

/** A meter of a board, with what the console knows of it. */
export interface BoardMeter extends BoardRow {
  id: number
  name: string
  /** Undefined: it is not there any more, or not loaded. */
  meter: Meter | undefined
  unit: string
  /** Of its usage; null: as many as it has. */
  decimals: number | null
  checkTexts: string[]
  /** Why a parent is not compared with its children; null: it is, or has none. */
  uncomparedText: string | null
}

/** 管理番号 and name as they are now, as the server's refusals call a meter. */
export const codedName = ({ meter, name }: BoardMeter): string =>
  meter?.code == null ? (meter?.name ?? name) : `${meter.code} ${meter.name}`

export const stateNames: Record<BoardRow['state'], string> = {
  missing: openListNames.missing,
  review: openListNames.review,
  estimated: openListNames.estimated,
  confirmed: '確定',
  closed: '締め済',
  corrected: '修正あり',
}

export const listNames: Record<BoardList, string> = { ...openListNames, corrected: stateNames.corrected }

/** The state before closing, also of a closed meter. */
const openStateOf = ({ state, closed_as: closedAs }: BoardRow) => closedAs ?? state

export const isInList = (row: BoardRow, list: BoardList): boolean =>
  list === 'corrected'
    ? row.state === 'corrected'
    : isInOpenList({ state: openStateOf(row), checks: row.checks }, list)

/** Whether a list can have meters by what a cycle checks. */
export const isListChecked = (list: BoardList, on: readonly ClosingCheck[]): boolean =>
  list === 'corrected' || (checksOfLists[list]?.some((check) => on.includes(check)) ?? true)

/** Whether a reason for this meter is asked for before an open month is closed. */
export const isException = (row: BoardRow): boolean => row.closed_as === null && needsReason(row)

/** The usage of the period alone, without what it settles of earlier ones; null: unknown. */
const ownUsage = ({ usage, adjustment }: BoardRow) =>
  usage === null ? null : minus(decimal(usage), decimal(adjustment))

/** What changed between the two closing readings. */
export function changesWithin({ segments }: BoardRow): string[] {
  const changes = segments.slice(1).map(({ from }, index) => {
    const before = segments[index]
    return before?.to.value === from.value ? '倍率の変更あり' : 'メーター交換あり'
  })
  return [...new Set(changes)]
}

interface CheckedRow {
  row: BoardRow
  meter: Meter | undefined
  children: readonly BoardRow[]
  decimals: number | null
  unit: string
  /** With the decimals and the unit of its usage. */
  written: (value: number) => string
}

function checkTexts(failed: FailedCheck, checked: CheckedRow): string[] {
  const { check, percent, explained_by: explained } = failed
  const { row, meter, written } = checked
  if (check === 'parent') {
    const candidates = explained?.map(({ meter_name: name, usage, usual, is_estimated: isEstimated }) => {
      const notes = [
        ...(isEstimated ? [stateNames.estimated] : []),
        ...(usual === null ? [] : [`前月並みなら ${written(usual)}`]),
      ]
      return `${name} ${written(usage)}${notes.length > 0 ? `（${notes.join('、')}）` : ''}`
    })
    return [
      parentText(failed, checked),
      ...(candidates ? explanationTexts(candidates) : []),
      ...(failed.left_out ? [leftOutText(failed.left_out.map((child) => child.meter_name))] : []),
    ]
  }
  if (check === 'previous' || check === 'last_year') {
    const change = percent === null ? '前は0' : `${formatDifference(percent, 1)}\u00a0%`
    return [`1日あたり${closingCheckNames[check]} ${change}`]
  }
  if (check === 'zero') return ['使用量が0（前月は使用あり）']
  if (check === 'backwards')
    return [row.usage === null ? '指示値が前回の検針より小さくなっています' : '使用量がマイナスです']
  if (check === 'estimated_twice') return ['推定が2回続いています']
  // Of a closed month it may have been another day.
  const day = row.closed_as === null ? meter?.verification_expires_on : null
  return [day == null ? '検定有効期限を過ぎています' : `検定有効期限 ${day} を過ぎています`]
}

const explanationTexts = ([first, ...others]: readonly string[]): string[] =>
  first === undefined ? ['差は前月からの変化では説明できません'] : [`差の候補: ${first}`, ...others]

function parentText(
  { percent, left_out: leftOut }: FailedCheck,
  { row, children, written, decimals, unit }: CheckedRow,
): string {
  const own = ownUsage(row)
  const isLeftOut = (child: BoardRow) => leftOut?.some((each) => each.meter_id === child.meter_id)
  const usages = children.filter((child) => !isLeftOut(child)).map(ownUsage)
  const share = percent === null ? '' : ` ${formatDifference(percent, 1)}\u00a0%`
  if (own === null || usages.length === 0 || usages.includes(null)) return `親子差${share}`
  const below = usages.reduce((sum, usage) => plus(sum ?? zero, usage ?? zero), zero) ?? zero
  const [parent, sum] = [own, below].map((value) => written(toNumber(value)))
  const difference = `${formatDifference(toNumber(minus(own, below)), decimals)} ${unit}`.trimEnd()
  return `親子差${share}（親 ${parent}、子${usages.length}件の合計 ${sum}、差 ${difference}）`
}

/** Why the usage of a child is never compared with its parent's on this board; null: it is. */
function whyUncompared(child: Meter, parent: Meter, onBoard: ReadonlySet<number>): string | null {
  if (!child.is_cumulative) return '積算しない'
  if (child.meter_unit_id !== parent.meter_unit_id) return '単位が異なる'
  if (!onBoard.has(child.id)) return 'この検針サイクルにない'
  return null
}

function uncomparedText(
  parent: Meter,
  children: readonly Meter[],
  onBoard: ReadonlySet<number>,
): string | null {
  const reasons = children.flatMap((child) => {
    const reason = whyUncompared(child, parent, onBoard)
    return reason === null ? [] : [`${child.name} ${reason}`]
  })
  if (reasons.length === 0) return null
  const named = reasons.slice(0, mostNamed).join('、')
  return `親子差は比べていません（${named}${reasons.length > mostNamed ? `、ほか${reasons.length - mostNamed}件` : ''}）`
}

/** Joins the rows of a board with their meters. `checks`: what its cycle checks. */
export function boardMeters(
  rows: readonly BoardRow[],
  meters: readonly Meter[],
  unitOf: (meter: Meter) => string,
  checks: readonly ClosingCheck[],
): BoardMeter[] {
  const byId = new Map(meters.map((meter) => [meter.id, meter]))
  const onBoard = new Set(rows.map((row) => row.meter_id))
  const childrenOf = Map.groupBy(checks.includes('parent') ? meters : [], (meter) => meter.parent_meter_id)
  const children = Map.groupBy(rows, ({ meter_id: id }) => byId.get(id)?.parent_meter_id ?? null)
  return rows.map((row) => {
    const meter = byId.get(row.meter_id)
    const unit = meter === undefined ? '' : unitOf(meter)
    const decimals = meter === undefined ? null : usageDecimals(meter)
    const written = (value: number) => `${formatNumber(value, decimals)} ${unit}`.trimEnd()
    const below = children.get(row.meter_id) ?? []
    return {
      ...row,
      id: row.meter_id,
      name: row.meter_name,
      meter,
      unit,
      decimals,
      checkTexts: row.checks.flatMap((check) =>
        checkTexts(check, { row, meter, children: below, decimals, unit, written }),
      ),
      uncomparedText:
        meter === undefined || row.closed_as !== null
          ? null
          : uncomparedText(meter, childrenOf.get(meter.id) ?? [], onBoard),
    }
  })
}
