import { Box, Button, FileButton, Flex } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Category } from '../../../contract/categories.ts'
import { changeClearsSettings } from '../../shared/categories/CategorySelect.tsx'
import { pictureAccept, preparePictureFile } from '../../shared/pictures/pictureFile.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import classes from './PictureField.module.css'
import type { MeterForm } from './useMeterForm.ts'

interface Props {
  form: MeterForm
  /** The meter's current picture. */
  own: string | null
  categories: readonly Category[]
}

const notSettings = { settings: null, pins: null, area: null }

/** メーター画像: selects the reference picture. */
export function PictureField({ form, own, categories }: Props) {
  const [shrinking, setShrinking] = useState(false)
  const reset = useRef<() => void>(null)
  const { picture, settings, area } = form.values

  const choose = async (file: File | null) => {
    if (file === null) return
    // Allows selecting the same file again.
    reset.current?.()
    form.clearFieldError('picture')
    setShrinking(true)
    const blob = await preparePictureFile(file)
    setShrinking(false)
    if (typeof blob === 'string') return form.setFieldError('picture', blob)
    if ((settings !== null || area !== null) && !(await confirmClearing())) return
    form.setValues({ picture: { blob, url: URL.createObjectURL(blob) }, ...notSettings })
  }
  const giveUp = () => {
    const before = form.getInitialValues()
    const find = (id: number | null) => categories.find((each) => each.id === id)
    const [was, is] = [find(before.categoryId), find(form.values.categoryId)]
    const fits = was !== undefined && is !== undefined && !changeClearsSettings(before.settings, was, is)
    form.setValues({
      picture: null,
      area: before.area,
      settings: fits ? before.settings : null,
      pins: fits ? before.pins : null,
    })
  }
  const { error } = form.getInputProps('picture')
  return (
    <Flex component="fieldset" direction="column" gap="xs" bd={0} miw={0}>
      <Box component="legend" mb="xs" fw={700}>
        メーター画像
      </Box>
      <div className={classes.frame} data-empty={(picture === null && own === null) || undefined}>
        <Thumbnail
          key={picture?.url ?? own}
          src={picture?.url ?? own}
          alt="メーター画像"
          fallback={
            <Box component="span" c="dimmed">
              {picture === null ? '画像無し' : 'この画像は保存後に表示されます'}
            </Box>
          }
        />
      </div>
      <Flex wrap="wrap" gap="xs">
        <FileButton accept={pictureAccept} onChange={(file) => void choose(file)} resetRef={reset}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPhotoPlus size={20} aria-hidden />}
              loading={shrinking}
            >
              {picture === null && own === null ? '画像を選択' : '画像を変更'}
            </Button>
          )}
        </FileButton>
        {picture !== null && (
          <Button variant="subtle" leftSection={<IconX size={18} aria-hidden />} onClick={giveUp}>
            {own === null ? '画像を外す' : '元の画像に戻す'}
          </Button>
        )}
      </Flex>
      {error && (
        <Box component="p" fz="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Box>
      )}
    </Flex>
  )
}

const confirmClearing = () =>
  confirm({
    title: 'メーター画像の変更',
    text: 'メーター画像を変更すると、AIアシスト設定と読取位置設定が消去されます。新しい画像でもう一度設定してください。',
    confirm: '変更',
    destructive: true,
  })
