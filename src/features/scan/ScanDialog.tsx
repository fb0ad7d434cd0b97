import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { metersQuery } from '../../lib/queries/meters.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { type CodeReader, createCodeReader } from './codeReader.ts'
import { LiveCode } from './LiveCode.tsx'
import { meterIdIn } from './meterCode.ts'
import classes from './ScanDialog.module.css'

interface Props {
  onClose: () => void
  onFound: () => void
}

const texts = {
  unread: '写真に QRコードが見つかりませんでした。コードを大きく写してください。',
  foreign: 'メーターの QRコードではありません。メーターに貼ったコードを写してください。',
  unknown: 'このコードのメーターが見つかりません。別の組織のメーターか、登録されたばかりのメーターです。',
  failed: 'コードの読取を始められませんでした。もう一度開いてください。',
}

/** Looks for a meter's QR code with the camera, or in a picture. */
export function ScanDialog({ onClose, onFound }: Props) {
  const { data: meters } = useQuery(metersQuery)
  const navigate = useNavigate()
  const [loading] = useState(createCodeReader)
  const reader = useRef<CodeReader>(null)
  const [note, setNote] = useState<keyof typeof texts | null>(null)
  useEffect(() => {
    loading.then(
      (made) => {
        reader.current = made
      },
      (error: unknown) => {
        console.warn(error)
        setNote('failed')
      },
    )
  }, [loading])

  const follow = (text: string) => {
    const id = meterIdIn(text, location.origin)
    if (id === null) setNote('foreign')
    else if (!meters?.some((meter) => meter.id === id)) setNote('unknown')
    else {
      onFound()
      void navigate({ to: '/capture-meter-value/$id', params: { id: String(id) } })
    }
  }
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (!file) return
    const read = await loading.catch(() => null)
    // Told already.
    if (read === null) return
    const image = await createImageBitmap(file).catch(() => null)
    const text = image && (await read(image).catch(() => null))
    image?.close()
    if (text) follow(text)
    else setNote('unread')
  }

  return (
    <Dialog opened title="QRコードで開く" onClose={onClose}>
      <LiveCode reader={reader} onCode={follow} />
      <p className={classes.note} role="alert" data-wrong={note !== null || undefined}>
        {note === null ? 'メーターに貼った QRコードを写してください。' : texts[note]}
      </p>
      <label className={classes.file}>
        コードの写真を選ぶ
        <input type="file" accept="image/*" onChange={(event) => void readFile(event)} />
      </label>
    </Dialog>
  )
}
