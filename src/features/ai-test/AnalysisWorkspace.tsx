import { Box, Button, Flex, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { maxDigits } from '../../../contract/meters.ts'
import { BoxLayer } from '../../shared/marks/BoxLayer.tsx'
import { BoxPanel } from '../../shared/marks/BoxPanel.tsx'
import { boxHelp, boxHints } from '../../shared/marks/boxTexts.ts'
import { ScalePinLayer } from '../../shared/marks/ScalePinLayer.tsx'
import { ScalePinPanel } from '../../shared/marks/ScalePinPanel.tsx'
import { StageToolbar } from '../../shared/marks/StageToolbar.tsx'
import { undoRedoKey } from '../../shared/marks/undoRedoKey.ts'
import { pinHelp } from '../../shared/marks/useScalePins.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { PictureStage } from '../../ui/stage/PictureStage.tsx'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AiTest.module.css'
import { AnalysisResult } from './AnalysisResult.tsx'
import { defaultMeterType, hintOf, type MeterType, type Mode, meterTypesOf } from './modes.ts'
import { useAnalysis } from './useAnalysis.ts'
import { areaName, useMarks } from './useMarks.ts'

interface Props {
  picture: Blob
  src: string
  size: Size
  version: 1 | 2
  mode: Mode
  boost: boolean
}

/** Picture with what is drawn on it, the options of a mode, and the result. */
export function AnalysisWorkspace({ picture, src, size, version, mode, boost }: Props) {
  const marks = useMarks({ mode, version, size })
  const [chosenType, setChosenType] = useState<MeterType>(defaultMeterType)
  const { result, run, cancel } = useAnalysis(version)
  const isRunning = result.state === 'running'
  const readButton = useRef<HTMLButtonElement>(null)
  const { pins, area, digits, drawn } = marks
  const meterTypes = meterTypesOf(mode, version)
  const meterType = meterTypes.some(({ value }) => value === chosenType) ? chosenType : defaultMeterType

  const onRead = () => {
    const marked = marks.validated()
    if (marked === null) return
    const type = mode === 'point' ? 0 : meterType
    void run(async () => ({
      image_base64: await base64Of(picture),
      use_ai_boost: boost,
      meter_type: type,
      ...marked,
    }))
  }
  const onCancel = () => {
    cancel()
    readButton.current?.focus()
  }
  const isDrawable = drawn !== null
  const onKeyDown = (event: KeyboardEvent) => {
    const action = isDrawable && !isRunning ? undoRedoKey(event) : null
    if (action === null) return
    event.preventDefault()
    marks.history[action]()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that hold for all that is drawn; the toolbar has buttons for them
    <div className={classes.workspace} onKeyDown={onKeyDown}>
      <div className={classes.stage}>
        <PictureStage
          stage={marks.stage}
          src={src}
          label="テスト画像"
          help={drawn === 'pins' ? pinHelp : boxHelp}
          readOnly={!isDrawable || isRunning}
          canvas={marks.canvas}
        >
          {mode === 'settings' && <BoxLayer {...digits.layer} readOnly={isRunning} />}
          {marks.hasArea && (
            <BoxLayer {...area.layer} numbered={false} readOnly={drawn !== 'area' || isRunning} />
          )}
          {mode === 'point' && <ScalePinLayer {...pins.layer} readOnly={drawn !== 'pins' || isRunning} />}
        </PictureStage>
        <StageToolbar
          stage={marks.stage}
          history={isDrawable && !isRunning ? marks.history : null}
          onNudge={marks.nudge}
        />
      </div>
      <Stack gap="sm" pos="relative" miw={0}>
        <p>{hintOf(mode, version)}</p>
        {mode !== 'point' && (
          <Select
            label="メーター種別"
            allowDeselect={false}
            data={meterTypes.map(({ value, label }) => ({ value: String(value), label }))}
            value={String(meterType)}
            disabled={isRunning}
            onChange={(chosen) => {
              const found = meterTypes.find(({ value }) => String(value) === chosen)
              if (found) setChosenType(found.value)
            }}
          />
        )}
        {mode === 'digit' && (
          <NumberInput
            label="桁数"
            min={1}
            max={maxDigits}
            allowDecimal={false}
            allowNegative={false}
            disabled={isRunning}
            value={marks.count ?? ''}
            error={marks.problems.count}
            onChange={(value) => marks.setCount(typeof value === 'number' ? value : null)}
          />
        )}
        {mode === 'point' && (
          <SegmentedControl
            aria-label="置くもの"
            value={marks.layer}
            onChange={(next) => marks.setLayer(next === 'area' ? 'area' : 'pins')}
            data={[
              { value: 'pins', label: 'ピン' },
              { value: 'area', label: '範囲' },
            ]}
          />
        )}
        {drawn === 'pins' && (
          <ScalePinPanel
            {...pins.panel}
            readOnly={isRunning}
            problems={marks.problems.pins}
            unplaced={false}
            proposal={null}
          />
        )}
        {drawn === 'area' && (
          <BoxPanel
            {...area.panel}
            readOnly={isRunning}
            problem={marks.problems.area}
            hint={area.tool === 'move' ? boxHints.move : boxHints.area}
            row={null}
            nameOf={areaName}
            proposal={null}
          />
        )}
        {drawn === 'digits' && (
          <BoxPanel
            {...digits.panel}
            readOnly={isRunning}
            problem={marks.problems.digits}
            hint={digits.tool === 'move' ? boxHints.move : boxHints.digits}
            row={{
              count: marks.count,
              note: null,
              onCount: marks.setCount,
              onDistribute: marks.distributeDigits,
            }}
            proposal={null}
          />
        )}
        {mode === 'point' && drawn === 'pins' && marks.problems.area !== null && (
          <Box component="p" c="var(--abnormal-text)" fz="sm" role="alert">
            {marks.problems.area}
          </Box>
        )}
        <Flex wrap="wrap" gap="sm">
          <Button
            ref={readButton}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={() => isRunning || onRead()}
            // Not `disabled`: it keeps the focus.
            aria-disabled={isRunning}
            {...(isRunning && { 'data-disabled': true })}
          >
            読み取る
          </Button>
          {isRunning && (
            <Button variant="default" leftSection={<IconX size={18} aria-hidden />} onClick={onCancel}>
              中止
            </Button>
          )}
        </Flex>
        <AnalysisResult result={result} />
      </Stack>
      <VisuallyHidden role="status">{marks.announcement}</VisuallyHidden>
    </div>
  )
}
