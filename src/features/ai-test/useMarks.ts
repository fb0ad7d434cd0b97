import { useState } from 'react'
import type { AnalyzeFields } from '../../../contract/analyze.ts'
import { distribute, maxBoxes, noBoxes, serializeArea, serializeBoxes } from '../../shared/marks/boxes.ts'
import { noPins, serializePins } from '../../shared/marks/scalePins.ts'
import { useBoxes } from '../../shared/marks/useBoxes.ts'
import { useScalePins } from '../../shared/marks/useScalePins.ts'
import { useUndoHistory } from '../../shared/marks/useUndoHistory.ts'
import type { CanvasHandlers } from '../../ui/stage/stage.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { useStage } from '../../ui/stage/useStage.ts'
import type { Mode } from './modes.ts'

interface Options {
  mode: Mode
  version: 1 | 2
  size: Size
}

type Marked = Pick<AnalyzeFields, 'settings' | 'area' | 'digit_numbers' | 'axis' | 'radius'>

export const areaName = () => '範囲'
const digitName = (number: number) => `${number}桁目`
const nothing: CanvasHandlers = { onTap: () => undefined }
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** What is drawn or typed in a mode, and what is missing in it. */
export function useMarks({ mode, version, size }: Options) {
  const stage = useStage(size)
  const [announcement, announce] = useState('')
  const [showProblems, setShowProblems] = useState(false)
  /** In mode `point` both are drawn. */
  const [layer, setLayer] = useState<'pins' | 'area'>('pins')
  const [count, setCount] = useState<number | null>(null)
  const pinHistory = useUndoHistory(() => noPins({ start: null, end: null }))
  const areaHistory = useUndoHistory(() => noBoxes)
  const digitHistory = useUndoHistory(() => noBoxes)
  const common = { stage, readOnly: false, announce }
  const pins = useScalePins({ ...common, history: pinHistory, draft: pinHistory.present }, size)
  const area = useBoxes(
    { ...common, history: areaHistory, draft: areaHistory.present },
    { max: 1, nameOf: areaName },
  )
  const digits = useBoxes(
    { ...common, history: digitHistory, draft: digitHistory.present },
    { max: maxBoxes, nameOf: digitName },
  )
  const drawn = mode === 'none' ? null : mode === 'settings' ? 'digits' : mode === 'point' ? layer : 'area'
  const { canvas, nudge, history } = {
    pins: { ...pins, history: pinHistory },
    area: { ...area, history: areaHistory },
    digits: { ...digits, history: digitHistory },
    none: { canvas: nothing, nudge: null, history: areaHistory },
  }[drawn ?? 'none']

  const areaText = serializeArea(areaHistory.present)
  const digitText = serializeBoxes(digitHistory.present)
  const needsArea = mode === 'point' || mode === 'area' || (mode === 'digit' && version === 1)
  const found = {
    pins: mode === 'point' ? pins.problems : {},
    area: needsArea && areaText === null ? '範囲が未設定です' : null,
    digits: mode === 'settings' && digitText === null ? '位置が未設定です' : null,
    count: mode === 'digit' && (count === null || count < 1) ? '1以上の整数を入力してください' : null,
  }

  /** What is sent; null: something is missing, and is shown. */
  const validated = (): Marked | null => {
    const arePinsMissing = Object.keys(found.pins).length > 0
    const isComplete =
      !arePinsMissing && [found.area, found.digits, found.count].every((each) => each === null)
    setShowProblems(!isComplete)
    if (!isComplete) {
      if (mode === 'point') setLayer(arePinsMissing ? 'pins' : 'area')
      if (arePinsMissing) pins.toMissing()
      return null
    }
    const sentArea = areaText === null ? {} : { area: areaText }
    if (mode === 'none') return {}
    if (mode === 'settings') return digitText === null ? {} : { settings: digitText }
    if (mode === 'area') return sentArea
    if (mode === 'digit') return { ...sentArea, ...(count !== null && { digit_numbers: count }) }
    const scale = serializePins(pinHistory.present, size)
    if (scale === null) return null
    const { x, y } = scale.pins.axis
    return {
      ...sentArea,
      settings: scale.settings,
      axis: { x: rounded(x), y: rounded(y) },
      radius: rounded(scale.pins.radius),
    }
  }
  return {
    stage,
    pins,
    area,
    digits,
    drawn,
    canvas,
    nudge,
    history,
    layer,
    setLayer,
    count,
    setCount,
    hasArea: mode === 'point' || mode === 'area' || mode === 'digit',
    distributeDigits: () => digitHistory.change((now) => distribute(now, count ?? 0)),
    announcement,
    problems: showProblems ? found : { pins: {}, area: null, digits: null, count: null },
    validated,
  }
}
