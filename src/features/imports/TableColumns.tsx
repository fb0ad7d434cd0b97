import { Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core'
import { findColumns } from '../../../contract/import/header.ts'
import type { ImportPlan, ImportPreview } from '../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { columnName } from '../../../contract/import/table.ts'
import { columnLabel } from './importTexts.ts'

interface Props {
  noun: ImportTarget
  preview: ImportPreview
  onChange: (changed: Partial<ImportPlan>) => void
}

/** Rows below the header that show what the columns contain. */
const sampleRows = 3

/** The first rows of the table, with what each column contains. */
export function TableColumns({ noun, preview, onChange }: Props) {
  const { plan, head, sheets, duplicates } = preview
  const { columns, header } = plan
  const width = Math.max(columns.length, ...head.map(({ cells }) => cells.length))
  const numbers = Array.from({ length: width }, (_, index) => index)
  const titles = head.filter(({ row }) => header.includes(row))
  const samples = head.filter(({ row }) => row > (header.at(-1) ?? 0)).slice(0, sampleRows)
  const choose = (index: number, key: string) =>
    onChange({
      // An item is in one column only.
      columns: numbers.map((each) =>
        each === index ? key || null : columns[each] === key ? null : (columns[each] ?? null),
      ),
    })
  const chooseHeader = (value: string) => {
    const rows = value === '' ? [] : value.split(',').map(Number)
    const chosen = head
      .filter(({ row }) => rows.includes(row))
      .map(({ row, cells }) => ({ number: row, cells }))
    onChange({ header: rows, columns: findColumns(chosen, importNouns[noun]) })
  }
  return (
    <section aria-label="列の対応">
      <Title order={2} fz={16} mb="xs">
        列の対応
      </Title>
      <Stack gap="xs">
        <Group gap="sm">
          {sheets.length > 1 && (
            <NativeSelect
              label="シート"
              data={sheets}
              value={plan.sheet ?? sheets[0]}
              onChange={({ currentTarget }) => onChange({ sheet: currentTarget.value })}
            />
          )}
          <NativeSelect
            label="見出しの行"
            data={headerChoices(head.map(({ row }) => row))}
            value={header.join(',')}
            onChange={({ currentTarget }) => chooseHeader(currentTarget.value)}
          />
        </Group>
        {duplicates.map(({ key, columns: same }) => (
          <Text key={key} size="sm" role="status">
            「{columnLabel(noun, key)}」の列が{same.map(columnName).join('、')}
            の複数にあります。取り込む列を選んでください。
          </Text>
        ))}
        <Table.ScrollContainer minWidth={numbers.length * 150}>
          <Table withColumnBorders>
            <Table.Thead>
              <Table.Tr>
                {numbers.map((index) => (
                  <Table.Th key={index}>
                    <NativeSelect
                      aria-label={`${columnName(index)}列の項目`}
                      data={[
                        { value: '', label: '取り込まない' },
                        ...importNouns[noun].columns.map(({ key, label }) => ({ value: key, label })),
                      ]}
                      value={columns[index] ?? ''}
                      onChange={({ currentTarget }) => choose(index, currentTarget.value)}
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {titles.map(({ row, cells }) => (
                <Table.Tr key={row}>
                  {numbers.map((index) => (
                    <Table.Th key={index} className="break-anywhere">
                      {cells[index]}
                    </Table.Th>
                  ))}
                </Table.Tr>
              ))}
              {samples.map(({ row, cells }) => (
                <Table.Tr key={row}>
                  {numbers.map((index) => (
                    <Table.Td key={index} className="break-anywhere">
                      {cells[index]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </section>
  )
}

/** No header, one row, or two rows below each other. */
function headerChoices(rows: readonly number[]): { value: string; label: string }[] {
  const pairs = rows.slice(1).map((row, index) => [rows[index] ?? row, row])
  return [
    { value: '', label: 'なし' },
    ...rows.map((row) => ({ value: String(row), label: `${row}行目` })),
    ...pairs.map((pair) => ({ value: pair.join(','), label: `${pair.join('行目と')}行目` })),
  ]
}
