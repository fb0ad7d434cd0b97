import { ActionIcon, Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ExportColumn, ExportFormat, ExportTarget } from '../../../contract/exports/export-formats.ts'
import type { LackingCharacter, Replacement } from '../../lib/files/cp932Replacements.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { exportFormatsQuery } from '../../lib/queries/exports/exportFormats.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { Column } from '../../ui/table/column.ts'
import { byteOrderMark, csvCells, csvText } from '../../ui/table/csvOf.ts'
import { encodingNames } from './exportNames.ts'
import classes from './exports.module.css'

const FormatDialog = lazy(async () => ({ default: (await import('./FormatDialog.tsx')).FormatDialog }))
const ReplacementsDialog = lazy(async () => ({
  default: (await import('./ReplacementsDialog.tsx')).ReplacementsDialog,
}))

/** Lazy: few files are in CP932, and its table takes a moment. */
const loadCp932 = async () => ({
  ...(await import('../../lib/files/cp932.ts')),
  ...(await import('../../lib/files/cp932Replacements.ts')),
})

interface Props<Row> {
  target: ExportTarget
  /** The columns of a format, in its order; null: the usual ones. */
  columnsOf: (keys: readonly ExportColumn[] | null) => readonly Column<Row>[]
  /** Of all pages; undefined while they load. */
  rows: readonly Row[] | undefined
  fileName: string
}

type Opened =
  | { dialog: 'format'; format: ExportFormat | null }
  | { dialog: 'replacements'; format: ExportFormat; cells: string[][]; lacking: LackingCharacter[] }

/** Without a format. */
const usualNames: Record<ExportTarget, string> = {
  usages: '画面の列（UTF-8）',
  closings: '標準の列（UTF-8）',
}

/** Saves a table as CSV by one press, in the format that was used last on this device. */
export function ExportButton<Row>({ target, columnsOf, rows, fileName }: Props<Row>) {
  const query = useQuery(exportFormatsQuery)
  const formats = (query.data ?? []).filter((format) => format.target === target)
  const [usedId, setUsedId] = useLocalStorage<number | null>({
    key: `exportFormat.${target}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const used = formats.find(({ id }) => id === usedId) ?? null
  const [opened, setOpened] = useState<Opened | null>(null)

  const download = async (content: BlobPart, cells: readonly unknown[], how: string) => {
    await saveFile(new File([content], fileName, { type: 'text/csv' }))
    notify.success(`${(cells.length - 1).toLocaleString('ja-JP')}行のCSVを保存しました${how}`)
  }
  const saveUtf8 = (cells: string[][], how: string) => download(byteOrderMark + csvText(cells), cells, how)
  const saveCp932 = async (format: ExportFormat, cells: string[][], replacements: readonly Replacement[]) => {
    const { encodeCp932, findLackingCharacters, replaceCharacters } = await loadCp932()
    const replaced = findLackingCharacters(cells).length
    await download(
      encodeCp932(csvText(replaceCharacters(cells, replacements))),
      cells,
      `（${format.name}、CP932${replaced > 0 ? `。${replaced}種類の文字を置き換えました` : ''}）`,
    )
  }
  const save = async (format: ExportFormat | null) => {
    setUsedId(format?.id ?? null)
    const cells = csvCells(columnsOf(format?.columns ?? null), rows ?? [])
    if (format?.encoding !== 'cp932') return saveUtf8(cells, format ? `（${format.name}）` : '')
    const { findLackingCharacters, isInCp932 } = await loadCp932()
    const lacking = findLackingCharacters(cells)
    const isDecided = ({ character }: LackingCharacter) =>
      format.replacements.some((each) => each.character === character && isInCp932(each.text))
    if (lacking.every(isDecided)) return saveCp932(format, cells, format.replacements)
    return setOpened({ dialog: 'replacements', format, cells, lacking })
  }
  return (
    <>
      <Button.Group>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          // Until the format that was used last is known.
          loading={usedId !== null && query.isLoading}
          disabled={!rows?.length}
          onClick={() => void save(used)}
        >
          <span className={classes.label}>CSVダウンロード{used && `（${used.name}）`}</span>
        </Button>
        <Menu position="bottom-end" width={280}>
          <Menu.Target>
            <ActionIcon variant="default" className={classes.more ?? ''} aria-label="CSVの出力形式">
              <IconChevronDown size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes.menu ?? ''}>
            <Menu.Label fz="sm">この形式で保存</Menu.Label>
            {[null, ...formats].map((format) => (
              <Menu.Item key={format?.id ?? 0} disabled={!rows?.length} onClick={() => void save(format)}>
                {format ? `${format.name}（${encodingNames[format.encoding]}）` : usualNames[target]}
              </Menu.Item>
            ))}
            <Menu.Divider />
            {formats.map((format) => (
              <Menu.Item key={format.id} onClick={() => setOpened({ dialog: 'format', format })}>
                「{format.name}」を編集
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => setOpened({ dialog: 'format', format: null })}>
              出力形式を追加
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      <Suspense>
        {opened?.dialog === 'format' && (
          <FormatDialog
            target={target}
            format={opened.format}
            onSaved={({ id }) => setUsedId(id)}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.dialog === 'replacements' && (
          <ReplacementsDialog
            {...opened}
            onReplace={(replacements) => saveCp932(opened.format, opened.cells, replacements)}
            onUtf8={() => saveUtf8(opened.cells, '（UTF-8）')}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
