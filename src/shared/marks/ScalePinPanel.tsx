import { ActionIcon, Box, Flex, SegmentedControl, Text, TextInput } from '@mantine/core'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { KeyHints } from './KeyHints.tsx'
import classes from './ScalePinPanel.module.css'
import { kindNames, type Pin, type PinDraft, placedPins, sortedPins, type Tool } from './scalePins.ts'

interface Props {
  draft: PinDraft
  size: Size
  /** Null while a press places nothing. */
  tool: Tool | null
  selected: string | null
  problems: Record<string, string>
  readOnly: boolean
  /** Angles are stored without the axis's position. */
  unplaced: boolean
  proposal: ReactNode
  onTool: (tool: Tool) => void
  onSelect: (id: string) => void
  onValue: (id: string, text: string) => void
  onRemove: (id: string) => void
}

const tools: readonly Tool[] = ['axis', 'start', 'middle', 'end']

const hints: Record<Tool, string> = {
  axis: '針の回転の中心を押してください。',
  start: '目盛の最初の線を押してください。',
  middle: '途中の目盛を押すと追加されます（任意、いくつでも）。反時計回りの目盛では1つ以上必要です。',
  end: '目盛の最後の線を押してください。一周する目盛では、始点の線の少し手前を押してください。',
}

const allPlaced = 'ピンを押すと動かせます。置き直すときは種類を選んでください。'
const valuesMissing = 'ピンの位置の目盛の値を、下の欄に入力してください。'

/** The next pin to place, and each pin's value. */
export function ScalePinPanel({
  draft,
  size,
  tool,
  selected,
  problems,
  readOnly,
  unplaced,
  proposal,
  onTool,
  onSelect,
  onValue,
  onRemove,
}: Props) {
  const missingValue = draft.pins.some((pin) => pin.point !== null && pin.text.trim() === '')
  const angles = new Map(placedPins(draft, size).map(({ pin, angle }) => [pin.id, angle]))
  const isPlaced = (kind: Tool) =>
    kind === 'axis' ? draft.axis !== null : draft.pins.some((pin) => pin.kind === kind && pin.point !== null)
  return (
    <>
      {!readOnly && (
        <>
          {proposal}
          <div>
            <SegmentedControl
              fullWidth
              aria-label="置くピン"
              value={tool ?? ''}
              onChange={(next) => onTool(next as Tool)}
              data={tools.map((kind) => ({
                value: kind,
                label: (
                  <Flex component="span" display="inline-flex" gap={2} align="center" mih={32}>
                    {kindNames[kind]}
                    {isPlaced(kind) && <IconCheck size={16} aria-label="設定済み" />}
                  </Flex>
                ),
              }))}
            />
            <Text size="sm" mt={4}>
              {tool === null ? allPlaced : hints[tool]}
              {missingValue && (
                <Box component="strong" display="block">
                  {valuesMissing}
                </Box>
              )}
            </Text>
          </div>
        </>
      )}
      {unplaced && (
        <Box component="p" c="var(--waiting-text)" fz="sm">
          軸の位置が登録されていないため、仮の位置に表示しています。初期化して軸から設定し直してください。
        </Box>
      )}
      <ul className={classes.pins} aria-label="ピン">
        <li className={classes.row} data-selected={selected === 'axis' || undefined}>
          <span className={classes.mark} data-axis />
          <Box component="span" fw={600}>
            軸
          </Box>
          <span className={classes.angle}>{draft.axis ? '設定済み' : '未設定'}</span>
          {problems['axis'] && <Problem text={problems['axis']} />}
        </li>
        {sortedPins(draft, size).map((pin, index) => (
          <PinRow
            key={pin.id}
            pin={pin}
            number={index + 1}
            angle={angles.get(pin.id)}
            problem={problems[pin.id]}
            selected={selected === pin.id}
            readOnly={readOnly}
            onSelect={onSelect}
            onValue={onValue}
            onRemove={onRemove}
          />
        ))}
      </ul>
      {problems['scale'] && <Problem text={problems['scale']} />}
      {!readOnly && <KeyHints enter="中央にピンを置く" remove="中間のピンを削除" />}
    </>
  )
}

const Problem = ({ text, id }: { text: string; id?: string }) => (
  <span className={classes.problem} role="alert" id={id}>
    {text}
  </span>
)

interface RowProps {
  pin: Pin
  number: number
  angle: number | undefined
  problem: string | undefined
  selected: boolean
  readOnly: boolean
  onSelect: (id: string) => void
  onValue: (id: string, text: string) => void
  onRemove: (id: string) => void
}

function PinRow({ pin, number, angle, problem, selected, readOnly, onSelect, onValue, onRemove }: RowProps) {
  const name = `${number} ${kindNames[pin.kind]}`
  const problemId = `problem-${pin.id}`
  return (
    <li className={classes.row} data-selected={selected || undefined}>
      <span className={classes.mark}>{number}</span>
      <Box component="span" fw={600}>
        {kindNames[pin.kind]}
      </Box>
      <span className={classes.angle}>{angle === undefined ? '未設定' : `${angle}°`}</span>
      <TextInput
        className={classes.value}
        size="sm"
        aria-label={`${name}の値`}
        aria-describedby={problem ? problemId : undefined}
        placeholder="目盛の値"
        inputMode="decimal"
        value={pin.text}
        disabled={readOnly}
        error={problem !== undefined}
        data-value={pin.id}
        onFocus={() => onSelect(pin.id)}
        onChange={(event) => onValue(pin.id, event.currentTarget.value)}
      />
      {pin.kind === 'middle' && !readOnly && (
        <ActionIcon className={classes.remove} aria-label={`${name}を削除`} onClick={() => onRemove(pin.id)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
      {problem && <Problem text={problem} id={problemId} />}
    </li>
  )
}
