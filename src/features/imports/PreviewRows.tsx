import { Button, Stack, Table, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { ImportPlan, ImportPreview } from '../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { columnLabel, errorText, rowStateNames } from './importTexts.ts'
import classes from './PreviewRows.module.css'

interface Props {
  noun: ImportTarget
  preview: ImportPreview
  onChange: (changed: Partial<ImportPlan>) => void
}

type Row = ImportPreview['rows'][number]

/** What each row would do: cells as the file has them, what changes, and what is wrong, which can be corrected. */
export function PreviewRows({ noun, preview, onChange }: Props) {
  const { plan, rows, skipped } = preview
  const mapped = plan.columns.flatMap((key, index) => (key === null ? [] : [{ key, index }]))
  const edit = (row: number, column: number, text: string) =>
    onChange({
      edits: [
        ...plan.edits.filter((each) => each.row !== row || each.column !== column),
        { row, column, text },
      ],
    })
  const totals = skipped.filter(({ reason }) => reason === 'total' || reason === 'repeated_header')
  return (
    <Stack gap="xs">
      {totals.length > 0 && (
        <Text size="sm">
          合計や繰り返しの見出しとして除いた行: {totals.map(({ row }) => `${row}行目`).join('、')}{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange({ kept: totals.map(({ row }) => row) })}
          >
            除かない
          </Button>
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed">該当する行はありません。</Text>
      ) : (
        <Table.ScrollContainer minWidth={120 + mapped.length * 130}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>行</Table.Th>
                <Table.Th>状態</Table.Th>
                {mapped.map(({ key }) => (
                  <Table.Th key={key}>{columnLabel(noun, key)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.row} data-state={row.state} className={classes.row}>
                  <Table.Td className="tabular-nums">{row.row}</Table.Td>
                  <Table.Td>
                    <span className="nowrap">{rowStateNames[row.state]}</span>
                    {row.errors
                      .filter(({ column }) => !mapped.some(({ key }) => key === column))
                      .map((error) => (
                        <Problem key={error.problem + error.column}>
                          {columnLabel(noun, error.column)} {errorText(error)}
                        </Problem>
                      ))}
                  </Table.Td>
                  {mapped.map(({ key, index }) => (
                    <Table.Td key={key} className="break-anywhere">
                      <Cell
                        key={row.cells[index]}
                        row={row}
                        column={key}
                        label={`${row.row}行目の${columnLabel(noun, key)}`}
                        text={row.cells[index] ?? ''}
                        onEdit={(text) => edit(row.row, index, text)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}

const Problem = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="var(--mantine-color-error)">
    {children}
  </Text>
)

interface CellProps {
  row: Row
  column: string
  label: string
  text: string
  onEdit: (text: string) => void
}

function Cell({ row, column, label, text, onEdit }: CellProps) {
  const [typed, setTyped] = useState(text)
  const errors = row.errors.filter((each) => each.column === column)
  const change = row.state === 'changed' && row.changes.find((each) => each.column === column)
  const sent = useRef(text)
  const save = () => {
    if (typed === sent.current) return
    sent.current = typed
    onEdit(typed)
  }
  if (errors.length > 0)
    return (
      <TextInput
        aria-label={label}
        value={typed}
        error={errors.map(errorText).join('、')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={save}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) save()
        }}
      />
    )
  if (!change) return text
  return (
    <>
      <del>{change.before ?? '（空）'}</del> → <ins>{change.after ?? '（空）'}</ins>
    </>
  )
}
