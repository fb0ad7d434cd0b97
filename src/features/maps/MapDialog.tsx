import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import type { MapPlan } from '../../../contract/maps.ts'
import { useSaveMap, useSaveMapArea } from '../../lib/mutations/mapMutations.ts'
import { mapAreasQuery } from '../../lib/queries/maps/maps.ts'
import { base64Of } from '../../shared/pictures/compressForUpload.ts'
import { CreatableSelect } from '../../ui/form/CreatableSelect.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { type ChosenPicture, MapPictureField } from './MapPictureField.tsx'
import { descriptionField, nameField } from './mapFields.ts'
import { NameAndDescription } from './NameAndDescription.tsx'

interface Props {
  /** Null: a new one. */
  map: MapPlan | null
  onClose: () => void
}

export interface MapValues {
  name: string
  description: string
  areaId: number | null
  picture: ChosenPicture | null
}

const schemaOf = (pictured: boolean) =>
  z.object({
    name: nameField('マップ名を入力してください'),
    description: descriptionField,
    areaId: z.nullable(z.number()),
    picture: z
      .unknown()
      .check(z.refine((picture) => pictured || picture !== null, 'マップ画像が選択されていません')),
  })

const fields = { map_area_id: 'areaId', image_base64: 'picture' }

export function MapDialog({ map, onClose }: Props) {
  const { data: areas = [] } = useQuery(mapAreasQuery)
  const save = useSaveMap()
  const saveArea = useSaveMapArea()
  const verb = map === null ? '登録' : '更新'
  const initialValues: MapValues = {
    name: map?.name ?? '',
    description: map?.description ?? '',
    areaId: map?.map_area_id ?? null,
    picture: null,
  }
  const submitForm = useSubmitForm({
    initialValues,
    schema: schemaOf(map !== null),
    fields,
    failed: `マップを${verb}できませんでした`,
    send: async ({ name, description, areaId, picture }) => {
      await save.mutateAsync({
        id: map?.id ?? null,
        name: name.trim(),
        description: description.trim(),
        map_area_id: areaId,
        image: picture && (await base64Of(picture.blob)),
      })
      notify.success(`マップを${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const { 'data-path': dataPath }: Record<string, unknown> = { ...form.getInputProps('picture') }
  const url = form.values.picture?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  return (
    <FormDialog
      title={map === null ? 'マップの追加' : 'マップの編集'}
      width={800}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <NameAndDescription label="マップ名" form={form} />
        <CreatableSelect
          label="マップエリア"
          rows={areas}
          value={form.values.areaId}
          onChange={(id) => form.setFieldValue('areaId', id)}
          onCreate={async (name) => (await saveArea.mutateAsync({ id: null, name, description: '' })).id}
          error={form.errors['areaId'] !== undefined}
        />
        <MapPictureField
          own={map?.image ?? null}
          picture={form.values.picture}
          pinned={(map?.map_pins.length ?? 0) > 0}
          error={form.errors['picture']}
          dataPath={String(dataPath)}
          onChoose={(picture) => form.setFieldValue('picture', picture)}
          onRefused={(message) => form.setFieldError('picture', message)}
        />
      </Stack>
    </FormDialog>
  )
}
