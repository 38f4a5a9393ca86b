const MOST = { width: 640, height: 320 } as const
const MOST_BYTES = 150_000

/** Draws a picture as small as a page shows it. Returns base64, or `undefined` for no picture. */
export const shrinkPicture = async (file: File): Promise<string | undefined> => {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  // PNG keeps a transparent ground; a photograph needs JPEG.
  const png = base64Of(canvas.toDataURL('image/png'))
  return png.length * 0.75 <= MOST_BYTES ? png : base64Of(canvas.toDataURL('image/jpeg', 0.85))
}

const base64Of = (dataUrl: string): string => dataUrl.slice(dataUrl.indexOf(',') + 1)
