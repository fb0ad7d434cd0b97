import { Button, FileButton, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { allows } from '../../../contract/access.ts'
import type { Import } from '../../../contract/import/imports.ts'
import { type ImportTarget, importAccess, importTargets } from '../../../contract/import/importTargets.ts'
import { tableLimits } from '../../../contract/import/table.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { type BroughtTable, useUploadImport } from '../../lib/mutations/importMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { importTemplate } from './importTemplate.ts'
import { importNotes } from './importTexts.ts'
import { templateLists } from './templateLists.ts'

interface Props {
  noun: ImportTarget
  onNoun: (noun: ImportTarget) => void
  onUploaded: (uploaded: Import) => void
}

/** A file, or a paste from a spreadsheet. */
export function ImportStart({ noun, onNoun, onUploaded }: Props) {
  const upload = useUploadImport()
  const notices = useFailureNotices()
  const [pasted, setPasted] = useState('')
  const reset = useRef<() => void>(null)
  const name = importTargetTexts[noun].name
  const { role } = useAccount()
  const targets = importTargets.filter((each) => allows(importAccess[each].import, role))
  const bring = (brought: Omit<BroughtTable, 'noun'>) => {
    reset.current?.()
    upload.mutate(
      { ...brought, noun },
      {
        onSuccess: onUploaded,
        onError: (error) => notices.failure(error, { title: 'ファイルを読み取れませんでした' }),
      },
    )
  }
  const client = useQueryClient()
  const saveTemplate = async () => {
    try {
      const workbook = await importTemplate(noun, await templateLists(client, noun))
      await saveFile(new File([workbook], `${name}のひな形.xlsx`, { type: workbook.type }))
    } catch (error) {
      notices.failure(error, { title: 'ひな形を保存できませんでした' })
    }
  }
  return (
    <Paper withBorder p="md" component="section" aria-label="新しい取り込み">
      <Stack gap="sm" align="stretch">
        <NativeSelect
          label="取り込む内容"
          data={targets.map((value) => ({ value, label: importTargetTexts[value].name }))}
          value={noun}
          onChange={({ currentTarget }) => {
            const chosen = targets.find((each) => each === currentTarget.value)
            if (chosen) onNoun(chosen)
          }}
        />
        <Text size="sm">
          ExcelやCSVの表から{name}
          をまとめて登録します。内容を確かめてから取り込み、あとで元に戻せます。ひな形の2行目は記入例です。
          {importNotes[noun]}
        </Text>
        <Group gap="sm">
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx"
            resetRef={reset}
            onChange={(file) => file && bring({ fileName: file.name, bytes: file })}
          >
            {(props) => (
              <Button
                {...props}
                leftSection={<IconFileImport size={20} aria-hidden />}
                loading={upload.isPending}
              >
                ファイルを選ぶ
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void saveTemplate()}
          >
            ひな形を保存
          </Button>
        </Group>
        <Textarea
          label="Excelからの貼り付け"
          description="見出しを含めて表をコピーし、ここに貼り付けてください。"
          autosize
          minRows={2}
          maxRows={6}
          // A longer table is refused, not cut.
          maxLength={2 * tableLimits.bytes}
          value={pasted}
          onChange={({ currentTarget }) => setPasted(currentTarget.value)}
        />
        {pasted.trim() !== '' && (
          <Button
            loading={upload.isPending}
            onClick={() => bring({ fileName: undefined, bytes: new Blob([pasted]) })}
          >
            貼り付けた表を読み取る
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
