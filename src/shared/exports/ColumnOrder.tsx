import { ActionIcon, Checkbox, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { ExportColumn } from '../../../contract/exports/export-formats.ts'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import { columnNames } from './exportNames.ts'
import classes from './exports.module.css'

interface Props {
  columns: readonly ExportColumn[]
  /** In the order of the file. */
  chosen: readonly ExportColumn[]
  error: ReactNode
  description: string
  onChange: (chosen: ExportColumn[]) => void
}

/** Chooses columns and their order: the chosen ones first, then the others. */
export function ColumnOrder({ columns, chosen, error, description, onChange }: Props) {
  const errorId = useId()
  const move = (from: number, to: number) => {
    const [column, other] = [chosen[from], chosen[to]]
    if (column && other) onChange(chosen.with(from, other).with(to, column))
  }
  const moveButton = (index: number, name: string, step: 1 | -1) => (
    <ActionIcon
      variant="default"
      className={classes.move ?? ''}
      aria-label={`${name}を${step < 0 ? '上' : '下'}へ`}
      // Stays focusable at the end of the list, where it does nothing.
      aria-disabled={chosen[index + step] === undefined}
      onClick={() => move(index, index + step)}
    >
      {step < 0 ? <IconArrowUp size={18} aria-hidden /> : <IconArrowDown size={18} aria-hidden />}
    </ActionIcon>
  )
  return (
    <FieldSection legend={`列（${chosen.length}）`}>
      <Text size="sm">{description}</Text>
      {error && (
        <Text id={errorId} role="alert" size="sm" c="var(--abnormal-text)">
          {error}
        </Text>
      )}
      <ul className={classes.columns} aria-label="列">
        {[...chosen, ...columns.filter((column) => !chosen.includes(column))].map((column, index) => (
          <li key={column} className={classes.column}>
            <Checkbox
              label={columnNames[column]}
              aria-describedby={errorId}
              checked={index < chosen.length}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, column] : chosen.filter((each) => each !== column))
              }
            />
            {index < chosen.length && (
              <Group gap="xs" wrap="nowrap">
                {moveButton(index, columnNames[column], -1)}
                {moveButton(index, columnNames[column], 1)}
              </Group>
            )}
          </li>
        ))}
      </ul>
    </FieldSection>
  )
}
