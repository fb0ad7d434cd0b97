import { Box, Button, Checkbox, Flex, Group, NativeSelect, NumberInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { MULTIPLIERS } from '../../../reader/web/index.ts'
import classes from './BoxPanel.module.css'
import { type Dial, dialName } from './dials.ts'

interface Props {
  dials: readonly Dial[]
  selected: string | null
  readOnly: boolean
  problem: string | null
  onSelect: (id: string) => void
  onChange: (id: string, change: Partial<Dial>) => void
  onRemove: (id: string) => void
}

/** List of a counter's dials, and what the selected one stands for. */
export function DialPanel({ dials, selected, readOnly, problem, onSelect, onChange, onRemove }: Props) {
  const chosen = dials.find(({ id }) => id === selected)
  if (dials.length === 0) return null
  return (
    <>
      <Group gap="xs" justify="space-between">
        <Flex component="fieldset" wrap="wrap" gap={4} bd={0} aria-label="針">
          {dials.map((dial) => (
            <button
              key={dial.id}
              type="button"
              className={classes.numberButton}
              aria-pressed={dial.id === selected}
              aria-label={dialName(dial)}
              onClick={() => onSelect(dial.id)}
              disabled={readOnly}
            >
              {`×${dial.multiplier}`}
            </button>
          ))}
        </Flex>
        {!readOnly && chosen && (
          <Button
            variant="default"
            size="sm"
            mih={48}
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => onRemove(chosen.id)}
          >
            {`${dialName(chosen)}を削除`}
          </Button>
        )}
      </Group>
      {!readOnly && chosen && (
        <Flex gap="xs" align="end">
          <NativeSelect
            label="倍率"
            size="sm"
            w={112}
            value={String(chosen.multiplier)}
            data={MULTIPLIERS.map((multiplier) => ({ value: String(multiplier), label: `×${multiplier}` }))}
            onChange={(event) => onChange(chosen.id, { multiplier: Number(event.currentTarget.value) })}
          />
          <NumberInput
            label="0 の向き"
            size="sm"
            w={88}
            suffix="°"
            min={0}
            max={359}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={chosen.zero}
            onChange={(value) => onChange(chosen.id, { zero: typeof value === 'number' ? value : 0 })}
          />
          <Checkbox
            label="反時計回り"
            className={classes.way}
            checked={!chosen.clockwise}
            onChange={(event) => onChange(chosen.id, { clockwise: !event.currentTarget.checked })}
          />
        </Flex>
      )}
      {problem && (
        <Box component="p" fz="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Box>
      )}
    </>
  )
}
