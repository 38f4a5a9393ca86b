export const prefersHtml = (accept = ''): boolean => {
  const qualityOf = (type: string): number => {
    const entry = accept
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/ *; */))
      .find(([name]) => name === type)
    if (!entry) return 0
    const quality = entry.find((parameter) => parameter.startsWith('q='))
    return quality ? Number(quality.slice(2)) || 0 : 1
  }
  const quality = qualityOf('text/html')
  return quality > 0 && quality >= qualityOf('application/json')
}
