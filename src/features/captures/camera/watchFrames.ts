/** A live picture that stands still for so long is restarted. Milliseconds. */
const longest = 2000
const interval = 500

/**
 * Calls back once when a live view has shown no new frame for two seconds while the page was visible. Returns the
 * function that ends the watch.
 */
export function watchFrames(video: HTMLVideoElement, onStalled: () => void): () => void {
  let lastLook = performance.now()
  // The first one may take longer.
  let lastFrame = lastLook + longest
  let lastTime = video.currentTime
  let request = 0
  const hears = typeof video.requestVideoFrameCallback === 'function'
  const onFrame = () => {
    lastFrame = performance.now()
    request = video.requestVideoFrameCallback(onFrame)
  }
  if (hears) request = video.requestVideoFrameCallback(onFrame)
  const timer = setInterval(() => {
    const now = performance.now()
    // A page that was busy or hidden could not hear of frames.
    const absent = now - lastLook > 2 * interval || document.visibilityState !== 'visible'
    lastLook = now
    if (absent || (!hears && video.currentTime !== lastTime)) lastFrame = Math.max(lastFrame, now)
    lastTime = video.currentTime
    if (now - lastFrame <= longest) return
    stop()
    onStalled()
  }, interval)
  function stop() {
    clearInterval(timer)
    if (hears) video.cancelVideoFrameCallback(request)
  }
  return stop
}
