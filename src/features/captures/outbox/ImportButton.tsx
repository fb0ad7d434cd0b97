import { Button, FileButton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { outboxSealEndpoints } from '../../../../contract/outbox-seals.ts'
import type { Imported, ImportProblem } from '../../../../offline/importRows.ts'
import { ApiError } from '../../../failures/callErrors.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { call } from '../../../lib/session/api.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { sendOutbox } from './outboxSender.ts'

const problemTexts: Record<ImportProblem, string> = {
  unreadable_entry: '内容を読み取れない記録です。',
  other_organization: 'ほかの組織の記録です。その組織に切り替えてから取り込んでください。',
  missing_file: '写真がファイルの中にありません。',
  damaged_file: '写真が書き出したときと一致しません。もう一度書き出してください。',
}

/** Takes rows of an exported file into this device's outbox. */
export function ImportButton() {
  const { id, organization } = useAccount()
  const notices = useFailureNotices()
  const [working, setWorking] = useState(false)
  /** So that the same file can be chosen again. */
  const reset = useRef<() => void>(null)
  const take = async (file: File | null) => {
    if (file === null) return
    reset.current?.()
    setWorking(true)
    try {
      const { importRows, ImportError } = await import('../../../../offline/importRows.ts')
      const importer = {
        userId: id,
        organizationId: organization.id,
        organizationName: organization.name,
        openSeal: async (sealedKey: string) =>
          (await call(outboxSealEndpoints.openOutboxSeal, { body: { sealed_key: sealedKey } })).data.key,
      }
      const imported = await importRows(file, importer).catch((error: unknown) => {
        if (error instanceof ImportError) return null
        if (error instanceof ApiError && error.code === 'forbidden') return 'for_administrators'
        throw error
      })
      if (imported === 'for_administrators')
        notices.warning(
          'このファイルは、削除された利用者の記録です。組織の管理者だけが取り込めます。管理者に渡してください。',
        )
      else if (imported) tell(imported, notices.warning)
      else
        notices.warning(
          'ファイルを取り込めませんでした。検針から書き出した ZIP ファイルではないか、ファイルが壊れています。',
        )
      void sendOutbox('all')
    } catch (error) {
      notices.failure(error, { title: 'ファイルを取り込めませんでした', retry: () => void take(file) })
    } finally {
      setWorking(false)
    }
  }
  return (
    <FileButton resetRef={reset} accept="application/zip,.zip" onChange={(file) => void take(file)}>
      {(props) => (
        <Button
          {...props}
          fullWidth
          variant="default"
          size="lg"
          leftSection={<IconFileImport size={20} aria-hidden />}
          loading={working}
        >
          書き出したファイルを取り込む
        </Button>
      )}
    </FileButton>
  )
}

function tell({ added, known, discarded, from, problems }: Imported, warn: (message: string) => void): void {
  const already = known > 0 ? `${known}件はすでにこの端末にあります。` : ''
  const whose =
    from.length > 0 ? `${from.map((name) => `${name}さん`).join('、')}が撮影した記録を含みます。` : ''
  if (added > 0) notify.success(`${added}件を取り込みました。${already}${whose}`)
  else if (known > 0) notify.info(`新しい記録はありません。${already}`)
  else if (problems.length === 0 && discarded === 0) notify.info('ファイルに記録がありません。')
  if (discarded > 0)
    notify.info(`${discarded}件はこの端末で破棄したものです。1日以内なら、この一覧で元に戻せます。`)
  for (const [problem, text] of Object.entries(problemTexts)) {
    const names = problems.filter((each) => each.problem === problem).map(({ meterName }) => meterName)
    if (names.length === 0) continue
    const listed = [...new Set(names.filter((name) => name !== null))].map((name) => `「${name}」`).join('')
    warn(`${names.length}件を取り込めませんでした。${listed && `${listed}: `}${text}`)
  }
}
