import { useState } from 'react'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'

interface Options<T> {
  /** Text of the question before clearing. */
  consequence: string
  onRegister: (next: T) => Promise<void>
  onInitialise: () => Promise<void>
  onRegistered: () => void
  onInitialised: () => void
}

/** Stores and clears the setting; a failure keeps the draft. */
export function useSaveSetting<T>({
  consequence,
  onRegister,
  onInitialise,
  onRegistered,
  onInitialised,
}: Options<T>) {
  const [saving, setSaving] = useState<'register' | 'initialise' | null>(null)
  const notices = useFailureNotices()
  const attempt = async (kind: 'register' | 'initialise', work: () => Promise<void>, title: string) => {
    setSaving(kind)
    try {
      await work()
      return true
    } catch (error) {
      notices.failure(error, { title })
      return false
    } finally {
      setSaving(null)
    }
  }
  return {
    saving,
    register: async (next: T) => {
      if (await attempt('register', () => onRegister(next), '登録できませんでした')) onRegistered()
    },
    initialise: async () => {
      const agreed = await confirm({
        title: '初期化しますか？',
        text: consequence,
        confirm: '初期化',
        cancel: 'キャンセル',
        destructive: true,
      })
      if (agreed && (await attempt('initialise', onInitialise, '初期化できませんでした'))) onInitialised()
    },
  }
}
