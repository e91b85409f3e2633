/* The views used all day besides pets, and the reservation sheet they share, as one chunk. */

export { ReservingSheet } from "../orders/form/reserve-sheet.tsx";
export { OrdersView } from "../orders/list/orders-view.tsx";
export { ReportsView } from "../reports/reports-view.tsx";
export { TodayView } from "../today/today-view.tsx";
