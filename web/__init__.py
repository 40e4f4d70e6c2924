"""The screens: desk and board. They translate, make one domain call, translate back."""
