/** What the product is called where an operator has not set `PRODUCT_NAME`. */
export const defaultProductName = "Maktaba";
