import sharp from 'sharp'
import type { TestApp } from './app.ts'
import { dataOf } from './data.ts'

export const scale = '225:0,0:0.5,135:1'
export const boxes = '0.1@0.4:0.2@0.6,0.3@0.4:0.4@0.6'
/** Of a counter, after its boxes. */
export const dials = '0.6@0.5:0.05:0.1,0.6@0.7:0.05:0.01'
export const pins = { axis: { x: 0.5, y: 0.5 }, radius: 0.3 }

/** A plain picture in the API's format. */
export async function plainPicture(background: string): Promise<string> {
  const picture = { create: { width: 60, height: 40, channels: 3, background } } as const
  return (await sharp(picture).png().toBuffer()).toString('base64')
}

/** Meter actions of a user of `test.own`. */
export function meterCalls(test: TestApp) {
  const as = test.own.general
  return {
    create: (body: object) =>
      test.ask('POST', '/api/v1/meters', {
        as,
        body: { name: '試験', meter_unit_id: 1, meter_category_id: 1, ...body },
      }),
    update: (id: number, body: object) => test.ask('PUT', `/api/v1/meters/${id}`, { as, body }),
    one: async (id: number) => dataOf('meter', await test.ask('GET', `/api/v1/meters/${id}`, { as })),
  }
}
