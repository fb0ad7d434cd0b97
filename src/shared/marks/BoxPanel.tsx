import { Box, Button, Flex, Group, NumberInput, SegmentedControl, Text } from '@mantine/core'
import {
  IconClock,
  IconHandMove,
  IconLayoutDistributeVertical,
  IconRectangle,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './BoxPanel.module.css'
import { type BoxDraft, leftToRight, maxBoxes } from './boxes.ts'
import { KeyHints } from './KeyHints.tsx'

export type BoxTool = 'draw' | 'dial' | 'move'

interface Props {
  draft: BoxDraft
  tool: BoxTool
  selected: string | null
  readOnly: boolean
  problem: string | null
  hint: string
  /** What else prevents correct reading. */
  note?: string | null
  /** Equal boxes in a row; null for a single rectangle. */
  row: {
    count: number | null
    /** Effect on the meter's number of digits. */
    note: string | null
    onCount: (count: number | null) => void
    onDistribute: () => void
  } | null
  nameOf: (number: number) => string
  /** The dials of a counter; absent where there can be none. */
  dials?: ReactNode
  /** The decimals of a counter or display. */
  decimals?: ReactNode
  proposal: ReactNode
  onTool: (tool: BoxTool) => void
  onSelect: (id: string) => void
  onRemove: (id: string) => void
}

const drawTool = {
  value: 'draw',
  label: <Tool icon={<IconRectangle size={18} aria-hidden />}>枠を描く</Tool>,
}
const dialTool = {
  value: 'dial',
  label: <Tool icon={<IconClock size={18} aria-hidden />}>針を置く</Tool>,
}
const moveTool = {
  value: 'move',
  label: <Tool icon={<IconHandMove size={18} aria-hidden />}>画像を動かす</Tool>,
}
/** Beside two others on a phone. */
const shortMoveTool = {
  ...moveTool,
  label: <Tool icon={<IconHandMove size={18} aria-hidden />}>動かす</Tool>,
}

/** Tools, row of boxes, list of boxes. */
export function BoxPanel({
  draft,
  tool,
  selected,
  readOnly,
  problem,
  hint,
  note = null,
  row,
  nameOf,
  dials,
  decimals,
  proposal,
  onTool,
  onSelect,
  onRemove,
}: Props) {
  const sorted = leftToRight(draft)
  const chosen = sorted.findIndex(({ id }) => id === selected)
  const drawn = sorted.length
  const removable = row ? sorted[chosen] : sorted[0]
  return (
    <>
      {!readOnly && proposal}
      {/* Above the tools, so that a phone shows what will be registered without scrolling. */}
      {decimals}
      {!readOnly && (
        <div>
          <SegmentedControl
            fullWidth
            aria-label="画像の操作"
            value={tool}
            onChange={(next) => onTool(next as BoxTool)}
            data={dials === undefined ? [drawTool, moveTool] : [drawTool, dialTool, shortMoveTool]}
          />
          <Text size="sm" mt={4}>
            {hint}
          </Text>
        </div>
      )}
      {row && !readOnly && (
        <Flex gap="xs" align="end">
          <NumberInput
            label="桁数"
            size="sm"
            w={88}
            min={1}
            max={maxBoxes}
            maxLength={2}
            allowDecimal={false}
            allowNegative={false}
            value={row.count ?? ''}
            onChange={(value) => row.onCount(typeof value === 'number' ? value : null)}
          />
          <Button
            variant="default"
            size="sm"
            flex={1}
            mih={48}
            leftSection={<IconLayoutDistributeVertical size={18} aria-hidden />}
            onClick={row.onDistribute}
            disabled={drawn === 0 || row.count === null || row.count < 1 || row.count > maxBoxes}
          >
            {drawn === 1 ? '枠を桁に分ける' : '同じ大きさで並べる'}
          </Button>
        </Flex>
      )}
      {drawn > 0 && (
        <Group gap="xs" justify="space-between">
          {row && (
            <Flex component="fieldset" wrap="wrap" gap={4} bd={0} aria-label="枠">
              {sorted.map(({ id }, index) => (
                <button
                  key={id}
                  type="button"
                  className={classes.numberButton}
                  aria-pressed={id === selected}
                  aria-label={nameOf(index + 1)}
                  onClick={() => onSelect(id)}
                  disabled={readOnly}
                >
                  {index + 1}
                </button>
              ))}
            </Flex>
          )}
          {!readOnly && removable && (
            <Button
              variant="default"
              size="sm"
              mih={48}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => onRemove(removable.id)}
            >
              {row ? `${nameOf(chosen + 1)}を削除` : '枠を削除'}
            </Button>
          )}
        </Group>
      )}
      {dials}
      {row?.note && (
        <Box component="p" fz="sm" c="var(--waiting-text)">
          {row.note}
        </Box>
      )}
      {note && (
        <Box component="p" fz="sm" c="var(--waiting-text)">
          {note}
        </Box>
      )}
      {problem && (
        <Box component="p" fz="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Box>
      )}
      {!readOnly && (
        <KeyHints
          enter={tool === 'dial' ? '中央に針を置く' : '中央に枠を描く'}
          remove={dials === undefined ? '枠を削除' : '枠や針を削除'}
        />
      )}
    </>
  )
}

function Tool({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex component="span" display="inline-flex" gap={6} align="center" justify="center" mih={32}>
      {icon}
      {children}
    </Flex>
  )
}
