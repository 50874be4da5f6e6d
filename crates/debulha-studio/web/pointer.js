/** Says of an event whether the pointer moved since the event before: what scrolls below a pointer at rest sends events too. */
export function pointerMoves() {
  let x = null;
  let y = null;
  return (event) => {
    const moved = event.screenX !== x || event.screenY !== y;
    x = event.screenX;
    y = event.screenY;
    return moved;
  };
}
