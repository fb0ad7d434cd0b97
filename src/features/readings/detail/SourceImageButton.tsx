import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { allows } from '../../../../contract/access.ts'
import { type Reading, readingEndpoints } from '../../../../contract/readings.ts'
import { savePhotograph } from '../../../lib/files/saveFile.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { openFile } from '../../../lib/session/api.ts'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'

/** For administrators: the original file. Other downloads have location and device removed. */
export function SourceImageButton({ reading, name }: { reading: Reading; name: string }) {
  const { role } = useAccount()
  const [busy, setBusy] = useState(false)
  const notices = useFailureNotices()
  if (reading.image === null || !allows('admin', role)) return null
  const save = async () => {
    setBusy(true)
    try {
      const answer = await openFile(readingEndpoints.sourceImage, { params: { id: reading.id } })
      const mime = answer.headers.get('content-type') ?? 'image/jpeg'
      await savePhotograph(await answer.arrayBuffer(), mime, `${name}_受信時のまま`)
    } catch (error) {
      notices.failure(error, { title: '元画像を保存できませんでした' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      受信したままの元画像を保存
    </Button>
  )
}
