import type { Page } from 'playwright-core'

/**
 * Texts in sight that stand out from what is behind them by less than 4.5 to 1 (WCAG 2.2, 1.4.3), each with its ratio.
 * Runs in the browser: hence a string.
 */
const faint = `(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (colour) => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = colour
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => (part * a + below[i] * (255 - a)) / 255)
  const backgroundOf = (node) => {
    const own = rgba(getComputedStyle(node).backgroundColor)
    if (own[3] === 255) return own.slice(0, 3)
    return over(own, node.parentElement ? backgroundOf(node.parentElement) : [255, 255, 255])
  }
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement
    if (walker.currentNode.textContent.trim() === '' || !node.checkVisibility()) continue
    const background = backgroundOf(node)
    const text = over(rgba(getComputedStyle(node).color), background)
    const [low, high] = [light(background), light(text)].sort((a, b) => a - b)
    const ratio = (high + 0.05) / (low + 0.05)
    if (ratio < 4.5) found.push(ratio.toFixed(2) + ' ' + walker.currentNode.textContent.trim())
  }
  return found
})()`

export const faintTexts = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(faint)
