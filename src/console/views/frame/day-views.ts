/* The views that are needed all day beside the pets, and the sheet that is most of the orders, in one file for the browser. */

export { ReservingSheet } from "../orders/form/reserve-sheet.tsx";
export { OrdersView } from "../orders/list/orders-view.tsx";
export { ReportsView } from "../reports/reports-view.tsx";
export { TodayView } from "../today/today-view.tsx";
