import { describe, expect, it } from 'vitest'
import { tidyDeviceUrl } from './tidy-url.ts'

describe('tidyDeviceUrl', () => {
  it.each([
    ['/api/v1/device-api/ai-on-the-edge', '/api/v1/device-api/ai-on-the-edge'],
    ['/api/v1/device-api/ai-on-the-edge/', '/api/v1/device-api/ai-on-the-edge'],
    ['//api/v1/device-api//ai-on-the-edge//', '/api/v1/device-api/ai-on-the-edge'],
    ['/api/v1/device-api/ai-on-the-edge/?timestamp=1//2', '/api/v1/device-api/ai-on-the-edge?timestamp=1//2'],
    ['//api/v1/meters/', '//api/v1/meters/'],
    ['/devices//1', '/devices//1'],
    ['/', '/'],
  ])('turns %s into %s', (url, tidy) => {
    expect(tidyDeviceUrl(url)).toBe(tidy)
  })
})
